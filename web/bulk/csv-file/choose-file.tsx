import { type DragEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BulkLimits } from '#shared/bulk/rows/limits.ts';
import { integer } from '#shared/kit/text/format.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { FileText } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import styles from './csv-file.module.css';

interface ChooseFileProps {
  /** Maximum rows and bytes of a file. */
  limits: BulkLimits;
  /** Why the last file was rejected. */
  problem: string | null;
  onFile: (file: File) => void;
  /** Whether the file is sent as soon as it is chosen. */
  sentAtOnce?: boolean;
  /** Ref of the button that opens the file picker. */
  button: Ref<HTMLButtonElement>;
}

/** Accepts a CSV file, dropped anywhere on the page or chosen in the file picker. */
export function ChooseFile({ limits, problem, onFile, sentAtOnce, button }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    // The window has a drop listener too.
    event.stopPropagation();
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  useDropOutside(take);

  return (
    <div className={styles.step}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a pointer; the button works without one */}
      <div
        className={classNames(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p>Arrastrá tu archivo CSV hasta acá, o elegilo.</p>
        <Button ref={button} icon={<FileText />} onClick={() => input.current?.click()}>
          Elegir archivo
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Archivo CSV"
          accept=".csv,text/csv"
          onChange={(event) => {
            take(event.target.files);
            // Allows choosing the same file again after it was changed.
            event.target.value = '';
          }}
        />
        <p className="muted">
          Solo .csv, hasta {integer(limits.rows)} filas y {Math.floor(limits.bytes / 1024 / 1024)} MB.{' '}
          {sentAtOnce ? 'Se carga apenas lo elegís.' : 'Lo revisamos antes de enviarlo.'}
        </p>
      </div>
      {problem && (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      )}
    </div>
  );
}

/** Accepts a file that is dropped outside of the drop area: the browser would open it and discard the page. */
function useDropOutside(take: (files: FileList | null | undefined) => void): void {
  const takeDropped = useEffectEvent(take);
  useEffect(() => {
    const preventOpening = (event: Event) => event.preventDefault();
    const handleDrop = (event: globalThis.DragEvent) => {
      event.preventDefault();
      takeDropped(event.dataTransfer?.files);
    };
    window.addEventListener('dragover', preventOpening);
    window.addEventListener('drop', handleDrop);
    return () => {
      window.removeEventListener('dragover', preventOpening);
      window.removeEventListener('drop', handleDrop);
    };
  }, []);
}
