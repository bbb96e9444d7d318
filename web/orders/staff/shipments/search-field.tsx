import { type FormEvent, useRef } from 'react';
import { history } from '#web/kit/lib/history.ts';
import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { SEARCH_PATH, scannedPath } from './shipment-paths.ts';
import styles from './shipments.module.css';

/** Searches shipments of all clients from any page. A label opens its shipment, as scanners type it with an Enter. */
export function SearchField() {
  const input = useRef<HTMLInputElement>(null);
  const phone = useMediaQuery(PHONE);
  useShortcuts([
    {
      keys: '/',
      label: 'Buscar envíos',
      run: () => {
        input.current?.focus();
        input.current?.select();
      },
    },
  ]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? '';
    if (text === '') return;
    input.current?.select();
    const shipment = scannedPath(text);
    if (shipment) history.push(shipment);
    else history.push(SEARCH_PATH, { text });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: React warns about <search> where a browser lacks it
    <form role="search" className={styles.search} onSubmit={submit}>
      <TextInput
        ref={input}
        small
        type="search"
        aria-label="Buscar envíos"
        aria-keyshortcuts="/"
        placeholder={phone ? 'Buscar envíos' : 'Buscar envíos ( / )'}
        title="Etiqueta, seguimiento, número de orden, nombre, teléfono, documento o email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
    </form>
  );
}
