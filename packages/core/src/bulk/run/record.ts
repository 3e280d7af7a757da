/** What a row's journal says of one stored thing: which file it was, and what the server made of it. */
export interface Stored {
  /** Path, size and time of change of the local file. */
  file: string
  /** SHA-256 over the chunk digests, for video and trailer. */
  digest?: string
  /** Address, for a cover. */
  url?: string
}

/** `captions:en-GB` and so on for tracks. */
export type Slot = 'file' | 'trailer' | 'cover' | `captions:${string}`

export type FinalState = 'published' | 'completed' | 'saved' | 'failed' | 'refused' | 'changed' | 'undone'
/** What a person can do about a row that failed; a key of the texts. */
export type NextKey =
  | ''
  | 'next.correct'
  | 'next.retry'
  | 'next.publish'
  | 'next.file'
  | 'next.force'
  | 'next.again'
export type RowState = 'waiting' | 'working' | 'processing' | FinalState

/** Who ran a catalogue: another account, or the same for another tenant, doesn't see the same titles. */
export interface RunAccount {
  userId: string
  email: string
  /** The tenant that was chosen for the run, where one was. */
  tenant?: string
}

/** One line of a run's journal. Rows are named by their external id. */
export type Entry =
  | {
      kind: 'run'
      at: number
      path: string
      url: string
      content: string
      rows: number
      publish: boolean
      /** Only rows that failed before. */
      retry?: boolean
      /** Resumes the run before instead of starting another. */
      resume?: boolean
      account: RunAccount
    }
  /** `existed`: whether the title was there before anything was done for the row. */
  | { kind: 'row'; id: string; row: number; title: string; content: string; existed?: boolean }
  /** Nothing changed but the row's place. */
  | { kind: 'moved'; id: string; row: number }
  /** Somebody else had changed the title, at this time, when a later run came to its row. */
  | { kind: 'touched'; id: string; at: string }
  | { kind: 'tag'; id: string; tag: string; created: boolean }
  | { kind: 'saved'; id: string; content: string }
  | { kind: 'stored'; id: string; slot: Slot; stored: Stored }
  | { kind: 'encode'; id: string; role: 'video' | 'trailer' }
  | {
      kind: 'result'
      id: string
      state: FinalState
      problem: string
      next: NextKey
      retry: boolean
      stamp?: string
    }
  /** The title was deleted on the server: the row starts over. */
  | { kind: 'lost'; id: string }
  /** The same, because it was asked for: the row's title was deleted by an undo. */
  | { kind: 'undone'; id: string }
  /** A row that was refused because its id is missing (empty here) or another row's. */
  | { kind: 'nameless'; id: string; row: number; title: string; problem: string; next: NextKey }
  | { kind: 'end'; at: number; why: 'done' | 'stopped' }

export interface RowRecord {
  id: string
  row: number
  title: string
  content: string
  tag: string
  /** Whether this catalogue brought the title into being. */
  created: boolean
  /** Whether the title was there before the first attempt; undefined where nobody has looked. */
  existed?: boolean
  /** The title as the run left it, see `toStamp`. */
  stamp?: string
  /** When somebody else was seen to have changed the title between two runs; it is theirs from then on. */
  touched?: string
  /** The content that the server has. */
  saved: string
  stored: Partial<Record<Slot, Stored>>
  state: RowState
  problem: string
  next: NextKey
  /** Processing failed and has to be asked for again. */
  retry: boolean
}

export interface RunRecord {
  path: string
  url: string
  /** None where the server runs it. */
  account?: RunAccount
  content: string
  publish: boolean
  startedAt: number
  endedAt: number | undefined
  /** Whether the latest run came to its end rather than being stopped. */
  isDone?: boolean
  /** Whether it was only for rows that failed before. */
  isRetry?: boolean
  /** Whether a run that was stopped before it has still to be gone on with. */
  isLeft?: boolean
  /** Rows that were taken back since it began. */
  undone?: Set<string>
  /** Rows that were refused and that have no id of their own, by their place. */
  refusals: Map<number, RowRecord>
  /** Numbers of the rows of the latest run, by id. */
  rows: Map<string, RowRecord>
  /** Rows in the catalogue as it was last run. */
  total: number
}

/** Replays the journal's lines onto the state before them. Only their order counts; a line may be there twice. */
export function replayJournal(entries: readonly Entry[], before?: RunRecord): RunRecord | undefined {
  let run = before
  for (const entry of entries) {
    if (entry.kind === 'run') run = startRun(entry, run)
    else if (run !== undefined) applyEntry(run, entry)
  }
  return run
}

export function applyEntry(run: RunRecord, entry: Exclude<Entry, { kind: 'run' }>): void {
  if (entry.kind === 'end') {
    run.endedAt = entry.at
    run.isDone = entry.why === 'done' && !run.isLeft
    if (entry.why === 'done') run.isRetry = false
    return
  }
  if (entry.kind === 'nameless') {
    run.refusals.set(entry.row, toRefusal(entry))
    return
  }
  const row = run.rows.get(entry.id) ?? newRow(entry.id)
  run.rows.set(entry.id, row)
  switch (entry.kind) {
    case 'row':
      Object.assign(row, { row: entry.row, title: entry.title, content: entry.content })
      Object.assign(row, { state: 'working', problem: '', next: '' })
      if (entry.existed !== undefined) row.existed = entry.existed
      return
    case 'moved':
      row.row = entry.row
      return
    case 'touched':
      row.touched = entry.at
      return
    case 'tag':
      Object.assign(row, { tag: entry.tag, created: row.created || entry.created })
      return
    case 'saved':
      // One text for both: a run holds this for every row of its catalogue.
      row.saved = entry.content === row.content ? row.content : entry.content
      return
    case 'stored':
      row.stored[entry.slot] = entry.stored
      if (entry.slot === 'file') Object.assign(row, { state: 'processing', retry: false })
      return
    case 'encode':
      Object.assign(row, { state: 'processing', retry: false })
      return
    case 'result':
      Object.assign(row, { state: entry.state, problem: entry.problem, next: entry.next, retry: entry.retry })
      // Nothing was done: the title counts as the run before left it.
      if (entry.state !== 'refused' && entry.state !== 'changed') row.stamp = entry.stamp ?? ''
      return
    case 'lost':
    case 'undone': {
      const { row: place, title, content } = row
      const state = entry.kind === 'lost' ? 'waiting' : 'undone'
      if (state === 'undone') run.undone = (run.undone ?? new Set()).add(entry.id)
      run.rows.set(entry.id, { ...newRow(entry.id), row: place, title, content, state })
    }
  }
}

export function startRun(entry: Extract<Entry, { kind: 'run' }>, before: RunRecord | undefined): RunRecord {
  const rows = before?.rows ?? new Map<string, RowRecord>()
  const { path, url, account, content, publish, at, rows: total, retry } = entry
  const goesOn = entry.resume || retry
  const refusals = (retry ? before?.refusals : undefined) ?? new Map<number, RowRecord>()
  const undone = (goesOn ? before?.undone : undefined) ?? new Set<string>()
  const isLeft = Boolean(retry && before && (before.isLeft || !(before.isDone || before.isRetry)))
  const head = {
    path,
    url,
    account,
    content,
    publish,
    startedAt: at,
    endedAt: undefined,
    isRetry: retry ?? false,
    isLeft,
  }
  return { ...head, undone, refusals, rows, total }
}

export function toRefusal(entry: Omit<Extract<Entry, { kind: 'nameless' }>, 'kind'>): RowRecord {
  const { id, row, title, problem, next } = entry
  return { ...newRow(id), row, title, state: 'refused', problem, next }
}

/** A row of which nothing is known yet. */
export function newRow(id: string): RowRecord {
  return {
    id,
    row: 0,
    title: '',
    content: '',
    tag: '',
    created: false,
    saved: '',
    stored: {},
    state: 'waiting',
    problem: '',
    next: '',
    retry: false,
  }
}
