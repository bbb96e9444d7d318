import { type FormEvent, useRef, useState } from 'react';
import { Button, IconButton } from '#web/kit/ui/button.tsx';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from '#web/kit/ui/display/icons.ts';
import { Select } from '#web/kit/ui/field/select.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import { clampPage, PAGE_SIZES } from './page-numbers.ts';
import styles from './pager.module.css';

interface PagerProps {
  /** Current page, from 1. */
  page: number;
  pageSize: number;
  pageCount: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
  /** Total of rows in words: "37 órdenes". */
  total?: string;
  /** Accessible name; unlike the default if the screen has two lists. */
  label?: string | undefined;
}

const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

const FIRST = 'Estás en la primera página';
const LAST = 'Estás en la última página';

/** Pager of a list (D1 §2, generic paged table): page size, jump, position and the four page buttons. */
export function Pager({ page, pageSize, pageCount, onPage, onPageSize, total, label = 'Páginas' }: PagerProps) {
  const last = Math.max(1, pageCount);
  const [jump, setJump] = useState(String(page));
  const jumpField = useRef<HTMLInputElement>(null);
  const [shownPage, setShownPage] = useState(page);
  if (page !== shownPage) {
    setShownPage(page);
    setJump(String(page));
  }

  const jumpToPage = (event: FormEvent) => {
    event.preventDefault();
    const target = clampPage(jump, last);
    setJump(String(target ?? page));
    if (target !== null && target !== page) onPage(target);
    else jumpField.current?.select();
  };
  /** Page button. Uses `disabledReason`, not `disabled`, so that the button keeps the focus at the last page. */
  const pageButton = (label: string, icon: React.ReactNode, target: number, end: string) => (
    <IconButton
      variant="secondary"
      size="sm"
      label={label}
      icon={icon}
      disabledReason={(target === page || target < 1 || target > last) && end}
      onClick={() => onPage(target)}
    />
  );

  return (
    <nav className={styles.pager} aria-label={label}>
      <span className={styles.set}>
        <Select
          small
          aria-label="Filas por página"
          className={styles.size}
          options={SIZES}
          value={String(pageSize)}
          onChange={(event) => onPageSize(Number(event.target.value))}
        />
        <span>por página</span>
      </span>
      {total ? <span className="muted tabular-nums">{total}</span> : null}
      <span className="flex-grow" />
      <form className={styles.set} onSubmit={jumpToPage}>
        <TextInput
          small
          inputMode="numeric"
          autoComplete="off"
          aria-label="Número de página"
          className={styles.jump}
          ref={jumpField}
          value={jump}
          onChange={(event) => setJump(event.target.value)}
        />
        <Button size="sm" type="submit">
          Ir a la página
        </Button>
      </form>
      <span className={`${styles.position} tabular-nums`}>
        Página {page} de {last}
      </span>
      <span className={styles.turns}>
        {pageButton('Primera página', <ChevronsLeft />, 1, FIRST)}
        {pageButton('Página anterior', <ChevronLeft />, page - 1, FIRST)}
        {pageButton('Página siguiente', <ChevronRight />, page + 1, LAST)}
        {pageButton('Última página', <ChevronsRight />, last, LAST)}
      </span>
    </nav>
  );
}
