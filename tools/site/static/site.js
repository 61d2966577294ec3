// The explorer's dark colours follow JupyterLab's word for the theme: say it as Lab does.
const dark = matchMedia("(prefers-color-scheme: dark)");

function tell() {
  const { theme } = document.body.dataset;
  const isDark = theme === "dark" || (theme !== "light" && dark.matches);
  document.body.dataset.jpThemeLight = String(!isDark);
}

tell();
dark.addEventListener("change", tell);
new MutationObserver(tell).observe(document.body, { attributeFilter: ["data-theme"] });
