import { type FormEvent, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from './icons.ts';
import { clampPage, PAGE_SIZES } from './page-numbers.ts';
import styles from './pager.module.css';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  pageCount: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
  /** How many rows there are on all pages, in words: "37 órdenes". */
  total?: string;
}

const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

const FIRST = 'Estás en la primera página';
const LAST = 'Estás en la última página';

/** The foot of every list (D1 §2, generic paged table): page size, jump, position and the four turns. */
export function Pager({ page, pageSize, pageCount, onPage, onPageSize, total }: PagerProps) {
  const last = Math.max(1, pageCount);
  const [jump, setJump] = useState(String(page));
  const jumpField = useRef<HTMLInputElement>(null);
  const [shownPage, setShownPage] = useState(page);
  if (page !== shownPage) {
    setShownPage(page);
    setJump(String(page));
  }

  const go = (event: FormEvent) => {
    event.preventDefault();
    const target = clampPage(jump, last);
    setJump(String(target ?? page));
    if (target !== null && target !== page) onPage(target);
    else jumpField.current?.select();
  };
  /** The button keeps the focus when it has led to the end, so it is never `disabled`. */
  const turn = (label: string, icon: React.ReactNode, target: number, end: string) => (
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
    <nav className={styles.pager} aria-label="Páginas">
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
      <form className={styles.set} onSubmit={go}>
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
        {turn('Primera página', <ChevronsLeft />, 1, FIRST)}
        {turn('Página anterior', <ChevronLeft />, page - 1, FIRST)}
        {turn('Página siguiente', <ChevronRight />, page + 1, LAST)}
        {turn('Última página', <ChevronsRight />, last, LAST)}
      </span>
    </nav>
  );
}
