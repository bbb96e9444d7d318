import { useSearchParams } from 'react-router';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { Select } from '#web/kit/ui/field/select.tsx';
import { LAST_CHANGED, type ListOrder } from './use-list-page.ts';

/** Orders of a list by their value in the URL; '' is the default, and the only order that D1 §7 names. */
const ORDERS: Record<string, { label: string; order: ListOrder }> = {
  '': { label: 'Últimos cambios primero', order: LAST_CHANGED },
  nuevas: { label: 'Más nuevas primero', order: { sort: 'o.created_at', direction: 'DESC' } },
  vencimiento: { label: 'Próximas a vencer primero', order: { sort: 'o.due_on', direction: 'ASC' } },
  viejas: { label: 'Más viejas primero', order: { sort: 'o.created_at', direction: 'ASC' } },
};
const OPTIONS = Object.entries(ORDERS).map(([value, { label }]) => ({ value, label }));

/** Name of the order in the URL. */
const PARAM = 'orden';

/** Returns the order of a list as the URL names it. The result is stable. */
export function useListOrder(): ListOrder {
  const [params] = useSearchParams();
  const chosen = useCapability('sorting') === false ? null : params.get(PARAM);
  return ORDERS[chosen ?? '']?.order ?? LAST_CHANGED;
}

/** Names the order of a list, and changes it. Other gateways only have the default order. */
export function ListOrderSelect() {
  const [params, setParams] = useSearchParams();
  if (useCapability('sorting') === false) return <span className="muted nowrap">{ORDERS['']?.label}</span>;
  const value = params.get(PARAM) ?? '';
  return (
    <Select
      small
      aria-label="Orden de la lista"
      options={OPTIONS}
      value={value in ORDERS ? value : ''}
      onChange={({ target }) =>
        setParams((before) => {
          const after = new URLSearchParams(before);
          after.delete('page');
          if (target.value === '') after.delete(PARAM);
          else after.set(PARAM, target.value);
          return after;
        })
      }
    />
  );
}
