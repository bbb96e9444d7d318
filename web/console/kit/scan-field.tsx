import { type FormEvent, useEffect, useRef } from 'react';
import { Field } from '#web/kit/ui/field/field.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import { useScanner } from './use-scanner.ts';

interface ScanFieldProps {
  label: string;
  /** Receives each code, without blanks around it. */
  onScan: (code: string) => void;
  hint?: string;
  /** Whether a text that was typed fast into another field is a code; by default, whether it is a label. */
  isCode?: (text: string) => boolean;
}

/** A field for codes from a scanner. It has the focus when the page opens, and gets back what is scanned elsewhere. */
export function ScanField({
  label,
  onScan,
  hint = 'El lector funciona en cualquier parte de la página.',
  isCode,
}: ScanFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useScanner(field, onScan, isCode);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  // The field isn't controlled: a scanner types the next code before React renders.
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = field.current?.value.trim() ?? '';
    if (field.current) field.current.value = '';
    if (code !== '') onScan(code);
  };
  return (
    <form onSubmit={submit}>
      <Field label={label} hint={hint}>
        <TextInput
          ref={field}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // The page's keys are letters, which would be typed into the field.
          onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
        />
      </Field>
    </form>
  );
}
