/** A tab that shows labels (readings C23). */
export interface LabelTab {
  /** The browser refused to open it. */
  blocked: boolean;
  /** Shows a document, whose bytes stay in memory as long as the tab is there: it may be saved or loaded again. */
  show: (document: Blob) => void;
  close: () => void;
}

const shown: { tab: Window; url: string }[] = [];

/** Lets go of documents whose tabs were closed. */
function releaseClosedTabs(): void {
  for (const { url } of shown.filter(({ tab }) => tab.closed)) URL.revokeObjectURL(url);
  shown.splice(0, shown.length, ...shown.filter(({ tab }) => !tab.closed));
}

/** Opens a tab and says in it that something is coming. Must run inside the click, before anything is awaited. */
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
