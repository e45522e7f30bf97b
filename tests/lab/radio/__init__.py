"""A whole card with a hotspot in a guest whose radios are simulated by the kernel (mac80211_hwsim); `make radio`."""
