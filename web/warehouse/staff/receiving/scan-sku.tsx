import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useScanner } from '#web/console/kit/use-scanner.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';

/** What is said after a scan. */
export interface ScanResult {
  refused: boolean;
  text: string;
}

let context: AudioContext | null = null;

const HERTZ = 220;
const SECONDS = 0.3;

/** Sounds a low tone for a refused scan. Silent in a browser that can't or may not play sounds. */
function beep(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Suspended until the first key of the visit.
  void context.resume().catch(() => undefined);
  const tone = context.createOscillator();
  tone.type = 'square';
  tone.frequency.value = HERTZ;
  tone.connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + SECONDS);
}

interface ScanSkuProps {
  label: string;
  /** Takes a code. Called for each code of a fast scanner, even before the page renders again. */
  onScan: (code: string) => ScanResult;
  /** Code that is in the field at first, to be corrected. */
  initial?: string | undefined;
  /** A later result of the last scan, shown instead of the first one. */
  instead?: string | null;
  children?: ReactNode;
}

/** Takes the products' codes from a scanner wherever the focus is. Says what each did; a refused one sounds. */
export function ScanSku({ label, onScan, initial, instead, children }: ScanSkuProps) {
  const field = useRef<HTMLInputElement>(null);
  const [last, setLast] = useState<(ScanResult & { n: number }) | null>(null);
  const take = (code: string) => {
    const result = onScan(code);
    if (result.refused) beep();
    setLast((before) => ({ ...result, n: (before?.n ?? 0) + 1 }));
  };
  // Whatever was typed faster than people type is a product's code, even if no product has it.
  useScanner(field, take, (text) => text.length > 2);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  // The field isn't controlled: a scanner types the next code before React renders.
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = field.current?.value.trim() ?? '';
    if (field.current) field.current.value = '';
    if (code !== '') take(code);
  };
  return (
    <form onSubmit={submit} className="stack">
      <Field label={label} hint="El lector funciona en cualquier parte de la página.">
        <TextInput ref={field} defaultValue={initial} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      {instead ? (
        <Note key={instead} tone="info" role="status">
          {instead}
        </Note>
      ) : (
        last && (
          // A new note for each scan, so that the same sentence is announced again.
          <Note key={last.n} tone={last.refused ? 'bad' : 'info'} role={last.refused ? 'alert' : 'status'}>
            {last.text}
          </Note>
        )
      )}
      {children}
    </form>
  );
}
