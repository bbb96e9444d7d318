import { type DragEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BulkLimits } from '#shared/bulk/limits.ts';
import { integer } from '#shared/format.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { FileText } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import styles from './csv-file.module.css';

interface ChooseFileProps {
  /** What a file may hold. */
  limits: BulkLimits;
  /** Why the last one can't be taken. */
  problem: string | null;
  onFile: (file: File) => void;
  /** Reaches the button that opens the choice. */
  button: Ref<HTMLButtonElement>;
}

/** Takes a CSV file, dropped anywhere on the page or chosen. */
export function ChooseFile({ limits, problem, onFile, button }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    // The window hears it too.
    event.stopPropagation();
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  useDropOutside(take);

  return (
    <div className={styles.step}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: whoever drops has a pointer; the button is for everybody */}
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
            // The same file may be chosen again after it was changed.
            event.target.value = '';
          }}
        />
        <p className="muted">
          Solo .csv, hasta {integer(limits.rows)} filas y {Math.floor(limits.bytes / 1024 / 1024)} MB. Lo revisamos
          antes de enviarlo.
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

/** A file that misses its place would otherwise be opened by the browser, and the page with everything on it would go. */
function useDropOutside(take: (files: FileList | null | undefined) => void): void {
  const takeDropped = useEffectEvent(take);
  useEffect(() => {
    const hold = (event: Event) => event.preventDefault();
    const dropped = (event: globalThis.DragEvent) => {
      event.preventDefault();
      takeDropped(event.dataTransfer?.files);
    };
    window.addEventListener('dragover', hold);
    window.addEventListener('drop', dropped);
    return () => {
      window.removeEventListener('dragover', hold);
      window.removeEventListener('drop', dropped);
    };
  }, []);
}
