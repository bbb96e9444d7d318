import { useEffect, useState } from 'react';
import { IconButton } from './button.tsx';
import { Check, Copy, X } from './display/icons.ts';

const ICONS = { copied: <Check />, rejected: <X /> };
const OUTCOME_TEXTS = { copied: 'Copiado', rejected: 'No se pudo copiar: seleccioná el texto y copialo' };

/** Copies a text and shows for two seconds whether it worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<keyof typeof OUTCOME_TEXTS | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    // Cleared first, so that a second click is announced again.
    setOutcome(null);
    try {
      // `clipboard` is undefined outside of HTTPS and localhost.
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('rejected');
    }
  }

  return (
    <>
      <IconButton size="sm" label={label} icon={outcome ? ICONS[outcome] : <Copy />} onClick={copy} />
      <span role="status" className="visually-hidden">
        {outcome ? OUTCOME_TEXTS[outcome] : ''}
      </span>
    </>
  );
}
