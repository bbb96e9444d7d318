interface Terms {
  id: number;
  text: string;
}

/** The latest terms of the list that the call answers with: those with the greatest id (D1 §4, §7). */
export function latestTerms(results: readonly Terms[] | null | undefined): Terms | undefined {
  return results?.reduce(
    (latest, terms) => (Number(terms.id) > Number(latest.id) ? terms : latest),
    results[0] as Terms,
  );
}
