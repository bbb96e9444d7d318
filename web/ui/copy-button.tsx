import { useEffect, useState } from 'react';
import { IconButton } from './button.tsx';
import { Check, Copy } from './icons.ts';

/** Copies a text; for two seconds it says that it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <IconButton
        size="sm"
        label={label}
        icon={copied ? <Check /> : <Copy />}
        onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
      />
      <span role="status" className="vh">
        {copied ? 'Copiado' : ''}
      </span>
    </>
  );
}
