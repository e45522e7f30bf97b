// The pod's case: a box with one button on top, a Pico inside, and a window for a display where one is wanted. Two parts,
// printed without supports: the shell lies on its top.
//   openscad -D 'part="shell"' -D 'window_for="0.96"' -o pod-shell.stl pod.scad
include <common.scad>

part = "assembly";      // assembly, exploded, shell, base
window_for = "none";    // none, 0.96, 1.3

with_display = window_for != "none";
body = [with_display ? 104 : 70, 76, button_depth + 20];
button_x = with_display ? -20 : 0;
oled_x = 28;
bosses = [for (x = [-1, 1], y = [-1, 1]) [x * (body[0] / 2 - 6.5), y * (body[1] / 2 - 6.5)]];
pico = [21, 51];        // 2.1 mm holes, 11.4 x 47 mm apart; its plug reaches through the wall at the back
pico_at = [button_x, body[1] / 2 - wall - gap - pico[1] / 2 - 0.5];

module shell() {
    difference() {
        union() {
            difference() {
                rounded(body, 5);
                translate([0, 0, -0.01]) rounded([body[0] - 2 * wall, body[1] - 2 * wall, body[2] - 3], 3);
            }
            for (b = bosses) translate([b[0], b[1], floor_t]) cylinder(h = body[2] - floor_t - 0.5, d = 8);
            if (with_display) translate([oled_x, 0, body[2] - 3]) oled_pins(window_for);
        }
        translate([button_x, 0, body[2] - 4]) cylinder(h = 5, d = button_hole);
        if (with_display) translate([oled_x, 0, body[2] - 3]) window(window_for, 3);
        for (b = bosses) translate([b[0], b[1], 0]) cylinder(h = 14, d = 2.6);
        // the plug of the Pico
        translate([pico_at[0] - 6.5, body[1] / 2 - wall - 1, floor_t + 2]) cube([13, wall + 2, 9]);
        // the wire of a pod without USB
        translate([pico_at[0] + 14, body[1] / 2 - wall - 1, -1]) cube([5, wall + 2, floor_t + 6]);
        // sound
        for (a = [0 : 60 : 300]) translate([body[0] / 2 - wall - 1, 5 * cos(a), 24 + 5 * sin(a)]) rotate([0, 90, 0]) cylinder(h = wall + 2, d = 2.2);
    }
}

module base() {
    size = [body[0] - 2 * wall - 2 * gap, body[1] - 2 * wall - 2 * gap];
    difference() {
        union() {
            rounded([size[0], size[1], floor_t], 3);
            for (x = [-5.7, 5.7], y = [-23.5, 23.5]) translate([pico_at[0] + x, pico_at[1] + y, floor_t - 0.01]) {
                cylinder(h = 3, d = 5);
                cylinder(h = 5, d = 1.8);   // the Pico sits on the shoulders; a dab of hot glue keeps it
            }
        }
        for (b = bosses) translate([b[0], b[1], -1]) {
            cylinder(h = floor_t + 2, d = 3.4);
            cylinder(h = 1 + 1.6, d1 = 8, d2 = 6);
        }
        for (x = [-1, 1], y = [-1, 1]) translate([x * (size[0] / 2 - 17), y * (size[1] / 2 - 9), -0.01]) cylinder(h = 1, d = 10.5);
    }
}

module parts_inside(lift) {
    color("red") translate([button_x, 0, body[2] + lift]) cylinder(h = 6, d = button_rim);
    color("gray") translate([button_x, 0, body[2] - button_depth + lift]) cylinder(h = button_depth, d = button_hole - 1);
    color("green") translate([pico_at[0] - pico[0] / 2, pico_at[1] - pico[1] / 2, floor_t + 3]) cube([pico[0], pico[1], 1.2]);
    if (with_display) color("navy") translate([oled_x - oled(window_for)[0][0] / 2, -oled(window_for)[0][1] / 2, body[2] - 9 - lift / 4]) cube([oled(window_for)[0][0], oled(window_for)[0][1], 3]);
}

if (part == "shell") translate([0, 0, body[2]]) rotate([180, 0, 0]) shell();   // as it is printed
else if (part == "base") base();
else {
    lift = part == "exploded" ? 40 : 0;
    color("gainsboro") translate([0, 0, lift * 1.5]) shell();
    translate([0, 0, lift * 0.7]) parts_inside(lift * 1.4);
    color("lightsteelblue") base();
}
