interface Terms {
  id: number;
  text: string;
  /** Missing from a gateway whose terms bind at once. */
  accepted?: boolean | undefined;
}

/** Returns the terms with the greatest id in the call's list (D1 §4, §7). */
export function latestTerms(results: readonly Terms[] | undefined): Terms | undefined {
  return results?.reduce(
    (latest, terms) => (Number(terms.id) > Number(latest.id) ? terms : latest),
    results[0] as Terms,
  );
}
