// Applies the stored theme before the first paint, to avoid a flash. web/kit/ui/layout/theme.ts stores it.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem('remito.theme') ?? 'null');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked or contains an invalid value: the system's theme stays.
  }
})();
