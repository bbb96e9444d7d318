import { type ReactNode, useState } from 'react';
import { integer, pluralize } from '#shared/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';
import { correctionsFileName, csvFile } from './csv-file.ts';

/** What is done with rows, as it is said. */
interface SendTexts {
  /** 'enviar' */
  verb: string;
  /** 'Enviar' */
  Verb: string;
  /** What becomes of the rows that are left out, behind '12 filas quedan'. */
  rest: string;
  /** On the button that takes the whole file. */
  whole: string;
}

interface SendRowsProps {
  counts: { rows: number; badRows: number; wrongRows: number };
  texts: SendTexts;
  close: () => void;
  sendAll: () => void;
  /** Sends the rows that are right. */
  sendGood: () => void;
  /** Another way to go on. */
  children?: ReactNode;
}

/** The end of a checked file: sent whole, or without the rows that are still wrong, which its sender keeps. */
export function SendRows({ counts, texts, close, sendAll, sendGood, children }: SendRowsProps) {
  const [asked, setAsked] = useState(false);
  const { rows, badRows, wrongRows } = counts;
  const good = rows - badRows;
  return (
    <>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={`Vas a ${texts.verb} ${integer(good)} de ${pluralize(rows, 'fila', 'filas')}`}
        message={`${pluralize(badRows, 'fila queda', 'filas quedan')} ${texts.rest}`}
        confirmText={`${texts.Verb} las listas`}
        onConfirm={sendGood}
      />
      <DialogFooter>
        <Button onClick={close}>Cancelar</Button>
        {badRows > 0 && children}
        {badRows > 0 && good > 0 && (
          <Button onClick={() => setAsked(true)}>
            {texts.Verb} solo {pluralize(good, 'fila lista', 'filas listas')}
          </Button>
        )}
        <Button
          variant="primary"
          disabledReason={
            rows === 0
              ? 'No queda ninguna fila'
              : badRows > 0 && `Corregí ${pluralize(wrongRows, 'fila', 'filas')} para ${texts.verb} todo`
          }
          onClick={sendAll}
        >
          {texts.whole}
        </Button>
      </DialogFooter>
    </>
  );
}

/** Saves the rows of a file that are still wrong, with the reason of each. */
export function saveCorrectionsFile(fileName: string, csv: string): void {
  const name = correctionsFileName(fileName);
  saveFile(csvFile(csv, name), name);
}
