import { formatCuit } from '#shared/people/rules/cuit.ts';
import { listClients, readClient } from '#shared/people/staff-clients.ts';
import { MINUTE_MS } from '#shared/time-units.ts';
import { useApiQuery } from '#web/lib/queries.ts';
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
  /** Text that no client was chosen for yet; null without one. */
  typed: string | null;
  onType: (text: string | null) => void;
  error: string | null;
}

/** Chooses a client by what is known of it. When the field is left, the only client that matches its text is chosen. */
export function ClientFilter({ label, value, onChange, typed, onType, error }: ClientFilterProps) {
  const [search] = useDebounced(typed?.trim() ?? '', 300);
  const proposed = useApiQuery(
    listClients,
    search === '' ? null : { query: { page: 1, limit: PROPOSED, filter: { search } } },
    { keepPrevious: true },
  );
  const name = useClientName(value);
  const pick = ({ client_id }: { client_id: number }) => {
    onChange(String(client_id));
    onType(null);
  };
  const pickOnlyMatch = () => {
    const [only, second] = proposed.isPlaceholderData || search !== typed?.trim() ? [] : (proposed.data?.results ?? []);
    if (search !== '' && only && !second) pick(only);
  };
  return (
    <Field light label={label} error={error}>
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
          const isEmpty = text.trim() === '';
          onType(isEmpty || (value !== '' && text === name) ? null : text);
          if (isEmpty) onChange('');
        }}
        onPick={pick}
        pickedKey={value}
        loading={proposed.isFetching}
        emptyText="Ningún cliente coincide"
        onBlur={pickOnlyMatch}
      />
    </Field>
  );
}

/** Returns the name of a client; its id until it is known, or if there is no such client. */
export function useClientName(client: string): string {
  const isId = /^\d+$/.test(client);
  const { data } = useApiQuery(readClient, isId ? { params: { clientId: client } } : null, { staleTime: MINUTE_MS });
  return isId ? (data?.results.nombre_empresa ?? client) : client;
}
