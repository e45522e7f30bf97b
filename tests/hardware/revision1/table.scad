// The first revision as it was, for the checks to fail on; never printed.
// The table's case: a roof whose two slopes face the two pairs, each with its clock button and its display; the screen lies
// on top. Prints in two large parts (bed of 220 x 220) and four clamps, without supports: the shell lies on its top.
//   openscad -D 'part="shell"' -D 'display="touch2"' -o shell.stl table.scad
include <common.scad>

part = "assembly";   // assembly, exploded, shell, base, clamp
display = "touch1";  // touch1, touch2, hdmi (measure yours)
small = "1.3";       // the pairs' displays: 0.96, 1.3, 2.42

// Glass, what of it is seen, thickness of the glass at its rim, depth of everything behind.
function screen(name) =
    name == "touch1" ? [[192.96, 110.76], [155.0, 87.0], 1.6, 21] :
    name == "touch2" ? [[189.32, 120.24], [155.5, 88.0], 1.6, 16] :
                       [[164.9, 124.3], [155.0, 87.0], 6.0, 12];
glass = screen(display)[0];
seen = screen(display)[1];
glass_t = screen(display)[2];

rim = 9;
top_t = 3;
skirt = 8;           // upright foot of the slopes
rise = 54;           // height of the slopes
run = 36;            // how far they reach out; 34 degrees from upright prints without supports
top = [glass[0] + 2 * rim, glass[1] + 2 * rim];
high = skirt + rise;
deep = top[1] + 2 * run;
lean = atan2(rise, run);
slope = sqrt(rise * rise + run * run);
bosses = [for (x = [-1, 1], y = [-1, 1]) [x * (top[0] / 2 - 6.5), y * (top[1] / 2 - 5)]];
clamps = [for (x = [-1, 1], y = [-0.3, 0.3]) [x * (glass[0] / 2 + 3.3), y * glass[1], x]];
pi_at = [top[0] / 2 - 52, 0];   // the Pi's middle: its sockets reach through the wall on the right

module profile(inset) {   // seen from the short side
    k = inset / tan((90 + lean) / 2);
    polygon([
        [-deep / 2 + inset, -0.01 * sign(inset)], [deep / 2 - inset, -0.01 * sign(inset)],
        [deep / 2 - inset, skirt - (inset > 0 ? inset * tan((90 - lean) / 2) : 0)],
        [top[1] / 2 - inset * tan(lean / 2), high - (inset > 0 ? top_t : 0)],
        [-top[1] / 2 + inset * tan(lean / 2), high - (inset > 0 ? top_t : 0)],
        [-deep / 2 + inset, skirt - (inset > 0 ? inset * tan((90 - lean) / 2) : 0)]]);
}

module along(length, inset) {
    rotate([90, 0, 90]) translate([0, 0, -length / 2]) linear_extrude(length) profile(inset);
}

// Places on the slope of the pair at -y: origin in its middle, z outwards, y up the slope.
module on_slope() {
    translate([0, -top[1] / 2 - run / 2, skirt + rise / 2]) rotate([lean, 0, 0]) children();
}

module both_pairs() { for (turn = [0, 180]) rotate(turn) children(); }

button_x = 48;
oled_x = -42;

module shell() {
    difference() {
        union() {
            difference() {
                along(top[0], 0);
                along(top[0] - 2 * wall, wall);
            }
            for (b = bosses) translate([b[0], b[1], floor_t]) cylinder(h = high - floor_t - 0.5, d = 9);
            for (c = clamps) translate([c[0], c[1], high - top_t - glass_t - 2]) cylinder(h = glass_t + 2.5, d = 6.2);
            // ribs that the glass lies between
            translate([0, 0, high - top_t - 1.2]) linear_extrude(1.5) difference() {
                square([glass[0] + 2 * gap + 2.4, glass[1] + 2 * gap + 2.4], center = true);
                square([glass[0] + 2 * gap, glass[1] + 2 * gap], center = true);
            }
            both_pairs() on_slope() translate([oled_x, 0, -wall]) oled_pins(small);
        }
        // the screen, with a bevel for fingers
        translate([0, 0, high - top_t - 0.01]) hull() {
            linear_extrude(0.02) square(seen, center = true);
            translate([0, 0, top_t]) linear_extrude(0.05) square([seen[0] + 2 * top_t, seen[1] + 2 * top_t], center = true);
        }
        both_pairs() on_slope() {
            translate([button_x, 0, -wall - 1]) cylinder(h = wall + 2, d = button_hole);
            translate([oled_x, 0, -wall]) window(small, wall);
        }
        for (b = bosses) translate([b[0], b[1], 0]) cylinder(h = 18, d = 2.6);
        for (c = clamps) translate([c[0], c[1], high - top_t - glass_t - 3]) cylinder(h = glass_t + 3, d = 2.1);
        // the Pi's sockets, and the way of the supply's cable (its notch is open below: the plug goes through first)
        translate([top[0] / 2 - wall - 1, pi_at[1] - 29, floor_t + 4]) cube([wall + 2, 58, 24]);
        translate([top[0] / 2 - wall - 1, pi_at[1] + 38, -1]) cube([wall + 2, 7, 11]);
        // air
        for (y = [-20 : 8 : 20]) translate([-top[0] / 2 - 1, y - 1.5, 14]) cube([wall + 2, 3, 24]);
        // sound of the HAT
        for (a = [0 : 60 : 300]) translate([-top[0] / 2 - 1, 38 + 5 * cos(a), 26 + 5 * sin(a)]) rotate([0, 90, 0]) cylinder(h = wall + 2, d = 2.4);
    }
}

module base() {
    size = [top[0] - 2 * wall - 2 * gap, deep - 2 * wall - 2 * gap];
    difference() {
        union() {
            rounded([size[0], size[1], floor_t], 2);
            for (x = [-29, 29], y = [-24.5, 24.5]) translate([pi_at[0] + x, pi_at[1] + y, floor_t - 0.01]) post(6, 2.1, 6.5);
        }
        for (b = bosses) translate([b[0], b[1], -1]) {
            cylinder(h = floor_t + 2, d = 3.4);
            cylinder(h = 1 + 1.6, d1 = 8, d2 = 6);
        }
        for (x = [-40 : 10 : 0]) translate([pi_at[0] + x - 60, -25, -1]) cube([4, 50, floor_t + 2]);
        for (x = [-1, 1], y = [-1, 1]) translate([x * (size[0] / 2 - 16), y * (size[1] / 2 - 14), -0.01]) cylinder(h = 1, d = 12.5);
    }
}

// Presses the glass's rim upwards; its screw goes into the post beside the glass. c[2] is the side it stands on.
module clamp() {
    difference() {
        translate([-10, -5, 0]) cube([13, 10, 3]);
        translate([0, 0, -1]) cylinder(h = 5, d = 2.8);
    }
}

module clamps_in_place() {
    for (c = clamps) translate([c[0], c[1], high - top_t - glass_t - 5]) rotate(c[2] > 0 ? 0 : 180) clamp();
}

module parts_inside(lift) {   // what is bought, as plain bodies
    color("black") translate([0, 0, high - top_t - glass_t + 1 * lift]) linear_extrude(glass_t) square(glass, center = true);
    color("dimgray") translate([0, 0, high - top_t - screen(display)[3] + 1 * lift]) linear_extrude(screen(display)[3] - glass_t) square([150, 95], center = true);
    color("green") translate([pi_at[0], pi_at[1], floor_t + 6 - 0.5 * lift]) {
        translate([-42.5, -28, 0]) cube([85, 56, 1.6]);
        translate([22, -26, 1.6]) color("silver") cube([21, 52, 14]);
    }
    color("seagreen") translate([pi_at[0] - 42.5, pi_at[1] - 28, floor_t + 20 - 0.25 * lift]) cube([65, 56.5, 1.6]);
    both_pairs() on_slope() {
        translate([button_x, 0, 0.4 * lift]) { color("red") cylinder(h = 6, d = button_rim); color("gray") translate([0, 0, -button_depth]) cylinder(h = button_depth, d = button_hole - 1); }
        color("navy") translate([oled_x - oled(small)[0][0] / 2, -oled(small)[0][1] / 2, -wall - 3 - 0.4 * lift]) cube([oled(small)[0][0], oled(small)[0][1], 3]);
    }
}

if (part == "shell") translate([0, 0, high]) rotate([180, 0, 0]) shell();   // as it is printed
else if (part == "base") base();
else if (part == "clamp") clamp();
else if (part == "none") {}
else {
    lift = part == "exploded" ? 60 : 0;
    color("gainsboro") translate([0, 0, lift * 2]) shell();
    translate([0, 0, lift]) parts_inside(lift / 2);
    color("orange") translate([0, 0, lift * 1.25]) clamps_in_place();
    color("lightsteelblue") base();
}
