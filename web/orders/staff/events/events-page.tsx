import { useDeferredValue, useState } from 'react';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { integer, pluralize } from '#shared/kit/text/format.ts';
import type { ListedRow } from '#shared/orders/event-list/list-events.ts';
import {
  FINAL_STATES,
  parseShipmentState,
  REPORTED_STATES,
  shipmentState,
} from '#shared/orders/rules/shipment/shipment-states.ts';
import { useStore } from '#web/kit/lib/store.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select } from '#web/kit/ui/field/select.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import { FormGrid } from '#web/kit/ui/layout/layouts.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { changeDraft, eventList, ownEventList, submitDraft } from './event-list-store.ts';
import styles from './events.module.css';
import { FileSource } from './file-source.tsx';
import { PasteSource } from './paste-source.tsx';
import { listedRow, RowsTable } from './rows-table.tsx';
import { ScanSource } from './scan-source.tsx';
import { sendPending } from './send-events.ts';
import { SentRows } from './sent-rows.tsx';
import { useListedRows } from './use-listed-rows.ts';

/** `/consola/eventos`: records events of many shipments, which are pasted, loaded or scanned. */
export function EventsPage({ me }: { me: Me }) {
  const refusal = refusalOf(me, 'events');
  return (
    <>
      <PageHeader title="Eventos" />
      {refusal ? <Note tone="plain">{refusal}</Note> : <EventList person={me.id} />}
    </>
  );
}

const STATE_OPTIONS = REPORTED_STATES.map(({ code, label }) => ({ value: code, label }));

/** Names the final states that a list reports, with the number of shipments of each; none for a list without one. */
function finalChanges(rows: readonly ListedRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { event } of rows) {
    const code = event && parseShipmentState(event.state).code;
    if (!code || !FINAL_STATES.includes(code)) continue;
    const { label } = shipmentState(code);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, count]) => `${pluralize(count, 'envío pasa', 'envíos pasan')} a ${label}`);
}

function EventList({ person }: { person: number }) {
  // Before the first render of the list, which another person may have left in this tab.
  useState(() => ownEventList(person));
  const { draft, sent } = useStore(eventList);
  const { rows, pasteProblem } = useListedRows(useDeferredValue(draft));
  const ready = rows.filter(({ event }) => event !== null).length;

  const [confirms, setConfirms] = useState(false);
  const finals = finalChanges(rows);
  const record = () => {
    try {
      submitDraft(Date.now());
    } catch (error) {
      // A list that became unreadable a moment ago: the next render shows why.
      if (error instanceof CsvFileError) return;
      throw error;
    }
    void sendPending();
  };
  return (
    <div className="stack">
      <FormGrid>
        <Field label="Estado" span={4} hint="De las filas que no traen el suyo.">
          <Select
            placeholder="El de cada fila"
            options={STATE_OPTIONS}
            value={draft.state}
            onChange={({ target }) => changeDraft({ state: target.value })}
          />
        </Field>
        <Field label="Cuándo pasó" span={4} hint="Hora de Argentina. Vacío: el momento de registrar.">
          <TextInput
            type="datetime-local"
            value={draft.at}
            onChange={({ target }) => changeDraft({ at: target.value })}
          />
        </Field>
        <Field label="Motivo" span={4} optional hint="Los clientes lo leen.">
          <TextInput
            maxLength={200}
            value={draft.reason}
            onChange={({ target }) => changeDraft({ reason: target.value })}
          />
        </Field>
      </FormGrid>
      <div className={styles.sources}>
        <ScanSource scans={draft.scans} />
        <PasteSource pasted={draft.pasted} problem={pasteProblem} />
        <FileSource files={draft.files} />
      </div>
      {rows.length > 0 && (
        <div className="stack">
          <div className={styles.actions}>
            <span role="status" className="muted">
              {readiness(rows, ready)}
            </span>
            <Button
              variant="primary"
              disabledReason={
                pasteProblem ?? (ready === 0 ? 'Ninguna fila está lista: mirá el motivo en cada una' : null)
              }
              onClick={() => (finals.length > 0 ? setConfirms(true) : record())}
            >
              Registrar {ready === 0 ? 'eventos' : pluralize(ready, 'evento', 'eventos')}
            </Button>
          </div>
          <RowsTable caption="Filas por registrar" rows={rows} shown={listedRow} failedName="Sólo con problemas" />
        </div>
      )}
      {sent.length > 0 && <SentRows />}
      <ConfirmDialog
        open={confirms}
        onOpenChange={setConfirms}
        title={`¿Registrar ${pluralize(ready, 'evento', 'eventos')}?`}
        message={`${finals.join('. ')}.`}
        description="Son estados finales: después sólo se corrigen uno por uno."
        confirmText="Registrar"
        onConfirm={record}
      />
    </div>
  );
}

function readiness(rows: readonly { double: boolean; event: unknown }[], ready: number): string {
  const doubles = rows.filter(({ double }) => double).length;
  const problems = rows.length - ready - doubles;
  return [
    `${integer(ready)} ${ready === 1 ? 'lista' : 'listas'}`,
    ...(problems > 0 ? [`${integer(problems)} con problemas`] : []),
    ...(doubles > 0 ? [pluralize(doubles, 'doble', 'dobles')] : []),
  ].join(', ');
}
