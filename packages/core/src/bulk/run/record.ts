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
