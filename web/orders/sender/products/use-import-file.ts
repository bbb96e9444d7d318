import { useCallback, useEffect, useRef, useState } from 'react';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { type ReadProducts, readProducts } from './read-products.ts';

/** Step of the import dialog. */
export type ImportStep =
  /** No file yet, or the reason why the last file could not be read. */
  | { kind: 'choose'; problem: string | null }
  | { kind: 'reading'; name: string; share: number }
  | ({ kind: 'read' } & ReadProducts);

export interface ImportFile {
  step: ImportStep;
  read: (file: File) => void;
  /** Returns to the choice of a file. */
  reset: () => void;
}

const NONE: ImportStep = { kind: 'choose', problem: null };

/** Holds the state of the import dialog, from the choice of a file to its rows. */
export function useImportFile(): ImportFile {
  const [step, setStep] = useState(NONE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const read = useCallback(async (file: File) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const show = (next: ImportStep) => control.signal.aborted || setStep(next);
    const onRead = (share: number) => show({ kind: 'reading', name: file.name, share });
    onRead(0);
    try {
      show({ kind: 'read', ...(await readProducts(file, { onRead, signal: control.signal })) });
    } catch (error) {
      show({ kind: 'choose', problem: error instanceof CsvFileError ? error.message : asApiError(error).message });
    }
  }, []);

  return {
    step,
    read: (file) => void read(file),
    reset() {
      running.current?.abort();
      setStep(NONE);
    },
  };
}
