// A coupon to print before the case: twenty minutes instead of twenty hours tell what this printer makes of the case's
// numbers. Every measure is that of the case (common.scad, table.scad); one dot marks the pilot hole as it is drawn, two
// dots a wider one, none a narrower. Lies on the bed as it is drawn; the clamp beside it is the case's own.
coupon_t = 0.6;
coupon_post = 4.6;
coupon_pilots = [-0.1, 0, 0.2];   // beside the drawn diameter

module dots(number) { for (k = [1 : 1 : number]) translate([0, -2.6 * k, 0]) cylinder(h = coupon_t + 0.6, d = 1.4); }

module trial_posts(screw, diameter) {
    for (k = [0 : 2]) translate([k * (diameter + 5), 0, 0]) {
        translate([0, 0, coupon_t - eps]) post(coupon_post, [screw[0], screw[1] + coupon_pilots[k]], diameter, coupon_post - 0.6);
        translate([diameter / 2 + 1.4, 2.6, 0]) dots(k);
    }
}

// The corner of a small display's seat: three of its pins, at the distances of its holes.
module trial_pins() {
    h = oled(small)[3];
    up = oled(small)[5] + 0.2;
    for (size = [[h[0] + 6, 6], [6, h[1] + 6]]) translate([-3, -3, 0]) cube([size[0], size[1], coupon_t]);
    for (at = [[0, 0], [h[0], 0], [0, h[1]]]) translate([at[0], at[1], coupon_t - eps]) {
        cylinder(h = up, d = oled(small)[4] + 1.6);
        cylinder(h = up + 1, d = oled(small)[4] - 0.4);
    }
}

// What holds the display's glass: the post of a clamp and the rib beside it, from the shell's inner side. The glass goes
// against the rib, the clamp over it.
module trial_glass() {
    translate([-12, -6, 0]) cube([12 + gap + 8, 12, coupon_t]);
    translate([gap, -6, coupon_t - eps]) cube([1.2, 12, 1.2]);
    translate([gap + 3.2, 0, coupon_t - eps]) post(clamp_post, m25_10, 6.4, m25_10[4] - clamp_t + room);
}

module coupon() {
    difference() {
        union() {
            translate([-6, -6, 0]) cube([80, 11, coupon_t]);
            trial_posts(m25_6, 6.4);
            translate([40, 0, 0]) trial_posts(m3_16, 7);
            // a wide display's to the other side
            if (oled(small)[3][0] > 40) mirror([0, 1, 0]) translate([0, 7.9, 0]) trial_pins();
            else translate([0, 7.9, 0]) trial_pins();
            translate([62, 10.9, 0]) trial_glass();
            translate([52, 26, 0]) cube([22, 10, coupon_t]);
            translate([71, 5 - eps, 0]) cube([3, 22, coupon_t]);
        }
        // a slot with the gap that parts have which go into one another: the clamp's end goes through; and a cable tie's
        translate([54, 28, -1]) cube([10 + 2 * gap, clamp_t + 2 * gap, coupon_t + 2]);
        translate([67.5, 28, -1]) cube([5, 2.4, coupon_t + 2]);
    }
    translate([74 - 22, 34 + button(buttons)[0] / 2 + 2, 0]) difference() {
        cylinder(h = 1, d = button(buttons)[0] + 0.4 + 5);
        translate([0, 0, -1]) cylinder(h = 3, d = button(buttons)[0] + 0.4);
    }
    translate([8, 52, 0]) clamp();
}
