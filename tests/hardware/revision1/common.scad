// What both cases share. Lengths in millimetres. Parts are drawn as they stand on the table; `print` lays them on the bed.
$fn = 48;
gap = 0.3;        // between parts that go into one another
wall = 2.4;       // six lines of a 0.4 mm nozzle
floor_t = 3;

// Small displays: module, window, its offset from the module's middle, distance of the holes, their diameter.
// Measure yours: makers differ by a millimetre.
function oled(name) =
    name == "0.96" ? [[27.3, 27.8], [23.5, 12.5], [0, 1.5], [23.5, 23.8], 2.0] :
    name == "1.3"  ? [[35.4, 33.5], [31.5, 16.7], [0, 2.0], [30.4, 28.5], 2.5] :
                     [[72.0, 43.0], [57.0, 29.5], [0, 0.0], [66.5, 37.5], 3.0]; // 2.42

// An arcade button: hole, rim and depth behind the panel.
button_hole = 30.0;
button_rim = 34.0;
button_depth = 40.0;

module rounded(size, radius) {
    linear_extrude(size[2]) offset(radius) square([size[0] - 2 * radius, size[1] - 2 * radius], center = true);
}

// A post for a screw that cuts its own thread (M2.5: pilot 2.1, M3: pilot 2.6), blind from above by 1 mm.
module post(height, pilot, diameter) {
    difference() {
        cylinder(h = height, d = diameter);
        translate([0, 0, 1]) cylinder(h = height, d = pilot);
    }
}

// Window of a display through a panel of thickness t, wider in front so that it reads from the side. Front is +z.
module window(name, t) {
    w = oled(name)[1];
    o = oled(name)[2];
    translate([o[0], o[1], -0.01]) hull() {
        translate([0, 0, 0]) linear_extrude(0.02) square(w, center = true);
        translate([0, 0, t]) linear_extrude(0.02) square([w[0] + 2 * t, w[1] + 2 * t], center = true);
    }
}

// Pins that a display's holes sit on, behind the panel (below z = 0); a dab of hot glue keeps it.
module oled_pins(name) {
    h = oled(name)[3];
    for (x = [-1, 1], y = [-1, 1]) translate([x * h[0] / 2, y * h[1] / 2, -3]) cylinder(h = 3.01, d = oled(name)[4] - gap);
}
