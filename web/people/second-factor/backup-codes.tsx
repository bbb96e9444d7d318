import { saveFile } from '#web/kit/lib/save-file.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { CopyButton } from '#web/kit/ui/copy-button.tsx';
import { Download, Printer } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import styles from './second-factor.module.css';

interface BackupCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shows new backup codes, which can't be shown again. */
export function BackupCodes({ codes, onDone }: BackupCodesProps) {
  const text = codes.join('\n');
  return (
    <div className="stack">
      <Note>Guardá estos códigos: no se vuelven a mostrar. Cada uno sirve una vez, para entrar sin el teléfono.</Note>
      <ul className={styles.codes} aria-label="Códigos de respaldo">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.row}>
        <CopyButton text={text} label="Copiar los códigos" />
        <Button
          icon={<Download />}
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'codigos-de-respaldo.txt')}
        >
          Descargar
        </Button>
        <Button icon={<Printer />} onClick={() => window.print()}>
          Imprimir
        </Button>
        <Button variant="primary" onClick={onDone}>
          Ya los guardé
        </Button>
      </div>
    </div>
  );
}
