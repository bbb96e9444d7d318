import { type ReactNode, useState } from 'react';
import { correctionsFileName } from '#shared/kit/text/csv.ts';
import { integer, pluralize } from '#shared/kit/text/format.ts';
import { saveFile } from '#web/kit/lib/save-file.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { DialogFooter } from '#web/kit/ui/overlay/dialog.tsx';
import { csvFile } from './csv-file.ts';

/** Texts for sending rows. */
interface SendTexts {
  /** 'enviar' */
  verb: string;
  /** 'Enviar' */
  Verb: string;
  /** What happens to omitted rows, after '1 fila queda' or '12 filas quedan'. */
  rest: string;
  /** Label of the button that sends the whole file. */
  whole: string;
}

interface SendRowsProps {
  counts: { rows: number; badRows: number; wrongRows: number; doubtfulGoodRows: number };
  texts: SendTexts;
  /** True while rows are still being checked: nothing can be sent. */
  busy?: boolean;
  close: () => void;
  sendAll: () => void;
  /** Sends the valid rows. */
  sendGood: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** Buttons that send a checked file: whole, or without the invalid rows. */
export function SendRows({ counts, texts, busy = false, close, sendAll, sendGood, children }: SendRowsProps) {
  const [confirming, setConfirming] = useState(false);
  const { rows, badRows, wrongRows, doubtfulGoodRows } = counts;
  const stay = `${pluralize(badRows, 'fila queda', 'filas quedan')} ${texts.rest}`;
  const doubtful = `Revisá antes ${pluralize(doubtfulGoodRows, 'fila', 'filas')} con datos para revisar.`;
  const good = rows - badRows;
  return (
    <>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Vas a ${texts.verb} ${integer(good)} de ${pluralize(rows, 'fila', 'filas')}`}
        message={doubtfulGoodRows > 0 ? `${stay} ${doubtful}` : stay}
        confirmText={`${texts.Verb} las listas`}
        onConfirm={sendGood}
      />
      <DialogFooter>
        <Button onClick={close}>Cancelar</Button>
        {badRows > 0 && children}
        {badRows > 0 && good > 0 && (
          <Button busy={busy} onClick={() => setConfirming(true)}>
            {texts.Verb} solo {pluralize(good, 'fila lista', 'filas listas')}
          </Button>
        )}
        <Button
          variant="primary"
          busy={busy}
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

/** Downloads the rows that are still invalid, each with its reason. */
export function saveCorrectionsFile(fileName: string, csv: string): void {
  const name = correctionsFileName(fileName);
  saveFile(csvFile(csv, name), name);
}
