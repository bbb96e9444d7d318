import { type ReactNode, useState } from 'react';
import { countOf, integer } from '#shared/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';
import { csvFile, nameToCorrect } from './csv-file.ts';

/** What is done with rows, as it is said. */
interface SendWords {
  /** 'enviar' */
  verb: string;
  /** 'Enviar' */
  Verb: string;
  /** Of what was left out, once it is corrected: 'las subas'. */
  later: string;
  /** On the button that takes the whole file. */
  whole: string;
}

interface SendRowsProps {
  counts: { rows: number; badRows: number };
  words: SendWords;
  /** Gives the rows that are still wrong to their sender. */
  download: () => void;
  close: () => void;
  sendAll: () => void;
  /** Answers whether the rows that are right were sent. */
  sendGood: () => Promise<boolean>;
  /** Another way to go on. */
  children?: ReactNode;
}

/** The end of a checked file: sent whole, or without the rows that are still wrong, which its sender keeps. */
export function SendRows({ counts, words, download, close, sendAll, sendGood, children }: SendRowsProps) {
  const [asked, setAsked] = useState(false);
  const { rows, badRows } = counts;
  const good = rows - badRows;
  const goOn = async () => {
    // What was left out stays in its sender's hands when the dialog has gone.
    if (await sendGood()) download();
  };
  return (
    <>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={`Vas a ${words.verb} ${integer(good)} de ${countOf(rows, 'fila', 'filas')}`}
        message={`${countOf(badRows, 'fila queda', 'filas quedan')} afuera. Las descargamos en un CSV con su motivo, para que las corrijas y ${words.later} después.`}
        confirmText={`${words.Verb} las listas`}
        onConfirm={() => void goOn()}
      />
      <DialogFooter>
        <Button onClick={close}>Cancelar</Button>
        {badRows > 0 && children}
        {badRows > 0 && good > 0 && (
          <Button onClick={() => setAsked(true)}>
            {words.Verb} solo {countOf(good, 'fila lista', 'filas listas')}
          </Button>
        )}
        <Button
          variant="primary"
          disabledReason={badRows > 0 && `Corregí ${countOf(badRows, 'fila', 'filas')} para ${words.verb} todo`}
          onClick={sendAll}
        >
          {words.whole}
        </Button>
      </DialogFooter>
    </>
  );
}

/** Saves the rows of a file that are still wrong, with the reason of each. */
export function saveToCorrect(fileName: string, csv: string): void {
  const name = nameToCorrect(fileName);
  saveFile(csvFile(csv, name), name);
}
