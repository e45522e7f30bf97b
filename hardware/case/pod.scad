// The pod's case: a box with one button on top, a Pico inside, and a window for a display where one is wanted. Printed
// without supports: the shell lies on its top.
//   openscad -D 'part="shell"' -D 'window_for="0.96"' -o pod-shell.stl pod.scad
include <common.scad>

part = "assembly";      // shell, base, bar as they are printed; in_shell, ... as they stand
window_for = "none";    // none, 0.96, 1.3
buttons = "30";         // 24, 30, 60

with_display = window_for != "none";
oled_x = 30;
m2_5 = [2.0, 1.7, 2.3, 3.8, 5];
body = [max(with_display ? 2 * (oled_x + bar_at(window_for) + 4 + wall + 1) : 70, buttons == "60" ? 80 : 0), 80, button(buttons)[4] + 22];
button_x = with_display ? -20 : 0;

bosses = [for (x = [-1, 1], y = [-1, 1]) [x * (body[0] / 2 - 6.5), y * (body[1] / 2 - 6.5)]];
pico = [21, 51];        // 2.1 mm holes, 11.4 x 47 mm apart; its plug reaches through the wall at the back
pico_at = [button_x, body[1] / 2 - wall - gap - pico[1] / 2 - 1.3];
pico_z = floor_t + 4;

module shell() {
    difference() {
        union() {
            difference() {
                rounded(body, 5);
                translate([0, 0, -eps]) rounded([body[0] - 2 * wall, body[1] - 2 * wall, body[2] - 3], 3);
            }
            for (b = bosses) translate([b[0], b[1], floor_t + 0.2]) cylinder(h = body[2] - floor_t - 0.5, d = 8);
            if (with_display) translate([oled_x, 0, body[2] - 3]) oled_seat(window_for);
        }
        translate([button_x, 0, body[2] - 4]) cylinder(h = 5, d = button(buttons)[0] + 0.4);
        if (with_display) {
            translate([oled_x, 0, body[2]]) window(window_for, 3);
            translate([oled_x, 0, body[2] - 3]) oled_pilots(window_for);
        }
        for (b = bosses) translate([b[0], b[1], 0]) cylinder(h = m3_16[4] + room, d = m3_16[1]);
        // the plug of the Pico; open below, so that the shell comes down over it
        translate([pico_at[0] - 6.5, body[1] / 2 - wall - 1, -1]) cube([13, wall + 2, pico_z + 7]);
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
            for (x = [-5.7, 5.7], y = [-23.5, 23.5]) translate([pico_at[0] + x, pico_at[1] + y, floor_t - eps]) cylinder(h = pico_z - floor_t + eps, d = 4.8);
        }
        for (x = [-5.7, 5.7], y = [-23.5, 23.5]) translate([pico_at[0] + x, pico_at[1] + y, pico_z - m2_5[4]]) cylinder(h = m2_5[4] + 1, d = m2_5[1]);
        for (b = bosses) translate([b[0], b[1], 0]) {
            translate([0, 0, -1]) cylinder(h = floor_t + 2, d = m3_16[2]);
            translate([0, 0, -eps]) cylinder(h = 1.7, d1 = m3_16[3] + 0.6, d2 = m3_16[2]);
        }
        at_feet() translate([0, 0, -eps]) cylinder(h = 1, d = 12.5);
    }
}
module at_feet() { for (x = [-1, 1], y = [-1, 1])
    translate([x * (body[0] / 2 - wall - gap - 17), y * (body[1] / 2 - wall - gap - 9), 0]) children(); }

module bars_in_place() { translate([oled_x, 0, body[2] - 3 - oled_back(window_for) - oled_pressed - bar_t]) oled_bar(window_for); }
module in_pico() translate([pico_at[0], pico_at[1], pico_z]) {
    difference() {
        translate([-pico[0] / 2, -pico[1] / 2, 0]) cube([pico[0], pico[1], 1.0]);
        for (x = [-5.7, 5.7], y = [-23.5, 23.5]) translate([x, y, -1]) cylinder(h = 3, d = 2.1);
    }
    translate([-4, pico[1] / 2 - 4.5, 1]) cube([8, 5.8, 2.7]);
}
module in_plug() translate([pico_at[0] - 5.4, pico_at[1] + pico[1] / 2 + 1.4, pico_z + 2.35 - 3.5]) cube([10.8, 25, 7]);
module in_button() translate([button_x, 0, body[2]]) button_body(buttons);
module in_oled() translate([oled_x, 0, body[2] - 3]) oled_body(window_for);

module printed(what) {
    // for the list: screws and feet
    if (what == "core_base") for (b = bosses) translate([b[0], b[1], 0]) cylinder(h = m3_16[4], d = m3_16[1] - 0.2);
    if (what == "core_pico") for (x = [-5.7, 5.7], y = [-23.5, 23.5]) translate([pico_at[0] + x, pico_at[1] + y, pico_z + 1 - m2_5[4]]) cylinder(h = m2_5[4], d = m2_5[1] - 0.2);
    if (what == "feet") at_feet() cylinder(h = 1, d = 12);
    if (what == "shell") color("gainsboro") shell();
    if (what == "base") color("lightsteelblue") base();
    if (what == "bars" && with_display) color("orange") bars_in_place();
    if (what == "pico") color("green") in_pico();
    if (what == "plug") color("dimgray") in_plug();
    if (what == "buttons") color("red") in_button();
    if (what == "oleds" && with_display) color("navy") in_oled();
    if (what == "rays_oleds" && with_display) for (x = [-0.49 : 0.14 : 0.5], y = [-0.49 : 0.14 : 0.5])
        translate([oled_x + oled(window_for)[2][0] + x * oled(window_for)[1][0], oled(window_for)[2][1] + y * oled(window_for)[1][1], body[2] - 3.1]) cylinder(h = 12, d = 0.2, $fn = 6);
}

if (part == "shell") translate([0, 0, body[2]]) rotate([180, 0, 0]) shell();   // as it is printed
else if (part == "base") base();
else if (part == "bar") oled_bar(window_for);
else if (part == "assembly") for (what = ["shell", "base", "bars", "pico", "plug", "buttons", "oleds"]) printed(what);
else printed(part == "in_shell" ? "shell" : part == "in_base" ? "base" : part);
