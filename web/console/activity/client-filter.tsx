import { useState } from 'react';
import { listClients, readClient } from '#shared/ops/clients.ts';
import { formatCuit } from '#shared/rules/cuit.ts';
import { useStaffQuery } from '#web/console/staff-api.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';

/** Clients that are proposed for what is typed. */
const PROPOSED = 10;

interface ClientFilterProps {
  label: string;
  /** Id of the chosen client; '' for all. */
  value: string;
  onChange: (client: string) => void;
}

/** Chooses a client by what is known of it. Text without a choice is discarded when the field is left. */
export function ClientFilter({ label, value, onChange }: ClientFilterProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [search] = useDebounced(typed?.trim() ?? '', 300);
  const proposed = useStaffQuery(
    listClients,
    { query: { page: 1, limit: PROPOSED, filter: { search } } },
    { enabled: search !== '', keepPrevious: true },
  );
  const name = useClientName(value);
  return (
    <Field light label={label}>
      <Combobox
        autoComplete="off"
        placeholder="Todos"
        items={search === '' ? [] : (proposed.data?.results ?? [])}
        itemKey={({ client_id }) => String(client_id)}
        itemText={({ nombre_empresa }) => nombre_empresa}
        renderItem={({ nombre_empresa, cuit }) => (
          <>
            {nombre_empresa} <span className="row-line">{formatCuit(cuit)}</span>
          </>
        )}
        text={typed ?? name}
        onTextChange={(text) => {
          setTyped(text);
          if (text.trim() === '') onChange('');
        }}
        onPick={({ client_id }) => {
          onChange(String(client_id));
          setTyped(null);
        }}
        pickedKey={value}
        loading={proposed.isFetching}
        emptyText="Ningún cliente coincide"
        onBlur={() => setTyped(null)}
      />
    </Field>
  );
}

/** Returns the name of a client; its id until it is known, or if there is no such client. */
export function useClientName(client: string): string {
  const isId = /^\d+$/.test(client);
  const { data } = useStaffQuery(readClient, { params: { clientId: client } }, { enabled: isId, staleMs: 60_000 });
  return isId ? (data?.results.nombre_empresa ?? client) : client;
}
