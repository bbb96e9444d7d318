import { type FocusEvent, useState } from 'react';
import { grams, money, pluralize } from '#shared/kit/text/format.ts';
import { listProducts, type Product } from '#shared/orders/product/products.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useDebounced } from '#web/kit/lib/use-debounced.ts';
import { ChevronDown } from '#web/kit/ui/display/icons.ts';
import { Combobox } from '#web/kit/ui/field/combobox.tsx';
import styles from './product-picker.module.css';
import { lacksScannedCode, productText, searchProducts } from './product-search.ts';
import type { Catalogue } from './use-catalogue.ts';

/** Selects the text, so that typing replaces the picked product. */
function selectText({ target }: FocusEvent): void {
  if (target instanceof HTMLInputElement) target.select();
}

/** Debounce: milliseconds without a change before the gateway is called. */
const DEBOUNCE_MS = 250;

/** Maximum number of products per search, by SKU and by description. */
const FOUND = 50;

const searchFor = (field: 'sku' | 'description', text: string) =>
  text === '' ? null : { query: { page: 1, limit: FOUND, filter: { active: 1, [field]: text } } };

/**
 * Searches active products on the gateway.
 *
 * @param typed the typed text; empty disables the search
 */
function useRemoteProductSearch(typed: string): { found: readonly Product[]; loading: boolean } {
  const text = typed.trim();
  const [debounced] = useDebounced(text, DEBOUNCE_MS);
  const searchText = text === debounced ? text : '';
  const bySku = useApiQuery(listProducts, searchFor('sku', searchText));
  const byName = useApiQuery(listProducts, searchFor('description', searchText));
  const results = [...(bySku.data?.results ?? []), ...(byName.data?.results ?? [])];
  return {
    // Both searches may find a product.
    found: [...new Map(results.map((product) => [product.id, product])).values()],
    loading: text !== '' && (searchText === '' || bySku.isLoading || byName.isLoading),
  };
}

interface ProductPickerProps {
  catalogue: Catalogue;
  /** Id of the picked product; empty for none. */
  picked: string;
  /** Called with a product, or with null when the text was cleared. */
  onPick: (product: Product | null) => void;
  id: string;
  name: string;
  label: string;
  describedBy?: string | undefined;
  invalid: boolean;
}

/** Picker of one of the client's active products, by SKU or description. */
export function ProductPicker(props: ProductPickerProps) {
  const { catalogue, picked, onPick, id, name, label, describedBy, invalid } = props;
  // The typed text; null while the field shows the picked product.
  const [typed, setTyped] = useState<string | null>(null);
  const product = catalogue.byId.get(picked);
  const remote = useRemoteProductSearch(catalogue.more ? (typed ?? '') : '');
  const others = remote.found.filter((one) => !catalogue.byId.has(String(one.id)));
  const matches = searchProducts(catalogue.all(), typed ?? '', others);
  const found = remote.loading && lacksScannedCode(matches, typed ?? '') ? [] : matches;
  const emptyText =
    catalogue.byId.size === 0 ? 'Todavía no tenés productos activos' : `Ningún producto tiene «${typed}»`;

  const handleBlur = (event: FocusEvent) => {
    // A press on a row of the list: the pick follows the blur.
    if (event.currentTarget.parentElement?.contains(event.relatedTarget)) return;
    if (typed === '' && picked !== '') onPick(null);
    setTyped(null);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input has the focus, and the combobox needs the input's own handler.
    <span className={styles.picker} onFocus={selectText}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Combobox
        id={id}
        name={name}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        placeholder="Buscá por SKU o nombre"
        virtualized
        items={found}
        itemKey={(item) => String(item.id)}
        itemText={productText}
        renderOption={(item) => (
          <span className={styles.name}>
            <span>{productText(item)}</span>
            <span className={styles.facts}>
              {grams(item.weight)} · {money(item.value)}
            </span>
          </span>
        )}
        text={typed ?? (product ? productText(product) : '')}
        onTextChange={setTyped}
        onPick={(item) => {
          if (!catalogue.byId.has(String(item.id))) catalogue.add(item);
          setTyped(null);
          onPick(item);
        }}
        pickedKey={picked || null}
        loading={catalogue.loading || remote.loading}
        emptyText={catalogue.failed ? 'No pudimos traer tus productos' : emptyText}
        footer={pluralize(found.length, 'producto', 'productos')}
        onBlur={handleBlur}
      />
      {catalogue.loading ? null : <ChevronDown className={styles.mark} />}
    </span>
  );
}
