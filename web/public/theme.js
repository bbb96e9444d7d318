// Before the first paint: the theme that this person chose, so that nothing flashes. web/ui/theme.ts writes it.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem('remito.theme') ?? 'null');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is closed or holds something else: the system's theme it is.
  }
})();
