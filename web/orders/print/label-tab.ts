/** A tab that shows labels (readings C23). */
export interface LabelTab {
  /** True when the browser blocked the tab. */
  blocked: boolean;
  /**
   * Shows a document. Its bytes stay in memory while the tab is open, because the tab may save or reload the document.
   */
  show: (document: Blob) => void;
  close: () => void;
}

const shown: { tab: Window; url: string }[] = [];

/** Releases documents whose tabs were closed. */
function releaseClosedTabs(): void {
  for (const { url } of shown.filter(({ tab }) => tab.closed)) URL.revokeObjectURL(url);
  shown.splice(0, shown.length, ...shown.filter(({ tab }) => !tab.closed));
}

/** Opens a tab with a waiting message. Must run within the click, before the first await, because of popup blockers. */
export function openLabelTab(): LabelTab {
  releaseClosedTabs();
  const tab = window.open('', '_blank');
  if (!tab) return { blocked: true, show: () => undefined, close: () => undefined };
  tab.document.title = 'Etiquetas';
  tab.document.body.textContent = 'Estamos armando las etiquetas…';
  return {
    blocked: false,
    show(document) {
      const url = URL.createObjectURL(document);
      shown.push({ tab, url });
      tab.location.replace(url);
    },
    close: () => tab.close(),
  };
}
