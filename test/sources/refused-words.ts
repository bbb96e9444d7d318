/** A word or phrase that is refused in code, and the term to use instead. */
export interface RefusedWord {
  /** Matched against each line of a source file. */
  pattern: RegExp;
  /** The better term, for the message of the test. */
  use: string;
}

/** Refused in names and comments of all sources. Ordinary English words don't belong here: only names and phrases of our own. */
export const REFUSED_IN_CODE: readonly RefusedWord[] = [
  { pattern: /\b(Door[A-Z]\w*|\w+Door|\w+Doors|door-\w+)\b/, use: 'service, auth layout or auth form' },
  { pattern: /\b\w*[dD]eeds?\b(?! of sale)/, use: 'actions' },
  {
    pattern: /\b(gatherHints|HintMemory|LiveHint|HintKind|ClientHint|bus\.tell)\b/,
    use: 'change event, event buffer, bus.publish',
  },
  { pattern: /\b(\w*[sS]tandIn|stand-ins?)\b/, use: 'embedded adapter, fake or fallback' },
  { pattern: /\b\w*[Cc]anar(y|ies)\w*/, use: 'marker' },
  { pattern: /\b(mis(counted|stocked))\b/, use: 'counter drift, stock drift' },
  { pattern: /\b(takeDown|readTold|judgePayment)\b/, use: 'recordAttempts, processNotification, reconcilePayment' },
  { pattern: /\b(Resting|Overtaken|DeafLine|\w+Trouble)\b/, use: 'a name that ends in Error or says the condition' },
  {
    pattern: /\b(createRest|createGate|createTurns|BackOff)\b/,
    use: 'yield to the event loop, concurrency limit, keyed queue, rate limit',
  },
  { pattern: /\bin (one|two|a|the same) flights?\b/, use: 'in one round trip' },
  { pattern: /\b(labelPress|label-press|printerPen|printer-pen)\b/, use: 'label worker, text metrics' },
  { pattern: /\b(Bone|Void|Tear)\b(?=[ />(])/, use: 'skeleton, empty state, perforation' },
  { pattern: /\b([sS]tranger(s|[A-Z]\w*)?|\w+Strangers?)\b/, use: 'anonymous caller, external client or other client' },
  // An idempotency key of installations keeps its text.
  { pattern: /(?<!'demonstration )\b(lives|LIVES)\b/, use: 'model test, histories' },
  { pattern: /\b(lifeWorld|life-world|lifeVerdicts|life-verdicts)\b/, use: 'model world, model checks' },
  {
    pattern: /\bof nobody\b|\bwhat of (an?|the)\b|\bthe same of\b|\bbeside it stands\b|\bhas the say\b/,
    use: 'a plain sentence',
  },
  {
    pattern: /\b(speaks|hears|tells) (of|what|whether|that|which|how|nobody|everybody)\b/,
    use: 'contains, receives, publishes, returns',
  },
  // `thing` and `thing_id` are keys of open items and queues on the wire.
  {
    pattern: /\b([tT]hings|\w+Things?|(a|the|one|each|every|another) thing)\b|(?<![A-Z])THINGS?(?![A-Z])/,
    use: 'subject, row, or what it is',
  },
  // Keys of the audit trail keep their text.
  {
    pattern: /\b(?!operator_key\.(created|revoked))\w*(operator|Operator|OPERATOR)\w*/,
    use: 'provider for the company and its calls, staff for its people',
  },
  { pattern: /\b(Palette|Description|Recent|Static)Items?\b/, use: 'row or page: an item is a product of a shipment' },
  // Keys of calls and of the audit trail keep the word.
  {
    pattern: /(?!\b(surplus_)?parcels?\b)\b\w*([pP]arcel|PARCEL)\w*|^ *(\/?\*|\/\/).*\bparcels?\b/,
    use: 'shipment',
  },
  { pattern: /\b\w*([dD]epot|DEPOT)\w*/, use: 'warehouse for stock, hub for shipments on their way' },
  { pattern: /\balso (if|when|while|after|before|where|without|with)\b/, use: 'even if, even when' },
  { pattern: /\ball unless told\b|\bunless a test says otherwise\b/, use: 'by default' },
  { pattern: /\bas it shall be\b|\bmade anew\b|\bmakes? them anew\b/, use: 'wanted state, rebuilt, regenerated' },
  { pattern: /\bno (order|change|payment) was (made|begun|asked for)\b|\bwas taken down\b/, use: 'was refused' },
];

/** Refused in the paths of files and folders. */
export const REFUSED_IN_PATHS: readonly RefusedWord[] = [
  { pattern: /(^|[/-])doors?[-./]/, use: 'auth, seed or service' },
  { pattern: /(^|[/-])deeds?[-./]/, use: 'actions' },
  { pattern: /(^|[/-])parcels?[-./]/, use: 'shipment' },
  { pattern: /(^|[/-])depots?[-./]/, use: 'warehouse or hub' },
  { pattern: /(^|[/-])operators?[-./]/, use: 'provider or staff' },
  { pattern: /(^|[/-])older-/, use: 'legacy-import' },
  { pattern: /(^|[/-])(life|lives|canary|strange|stranger)[-./]/, use: 'model, marker, fuzz, anonymous' },
  { pattern: /(^|\/)(utils?|helpers?|misc|common)([./]|$)/, use: 'the name of what the file does' },
];
