import type { ClientOptions } from '@kinora/core'
import type { BufferedPart, DigestCache } from '@kinora/core/uploads'

/** All that a command needs from outside. `main.ts` builds it from the process, tests from buffers. */
export interface World {
  /** What stands behind `kinora` on the command line. */
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  stdin: InputStream
  stdout: OutputStream
  stderr: OutputStream
  clock: Clock
  /** Ends with Ctrl-C or a request to stop. */
  interrupted: AbortSignal
  /** Runs what keeps the process from hearing of anything, as long as it likes; Ctrl-C ends the process then. */
  withoutSignalListeners<T>(work: () => T): T
  /** Loaded with the first call of the server. */
  network(): Promise<Network>
  /** Loaded with the first question. */
  prompt(): Promise<Prompt>
  /** Loaded with the first sign-in at an identity provider. */
  browser(): Promise<Browser>
  /** A spinner on stderr, loaded with the first wait; only for a terminal. */
  startSpinner(message: string): Promise<() => void>
  /** Versions of what runs here. */
  machine(): Promise<Machine>
  files: Files
  profiles: Profiles
  journal: JournalStore
  /** Shared between processes: `work` runs while nobody else holds the lock of that name. */
  lock<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Takes the lock if it is free; returns how to release it. A process that was killed holds nothing. */
  tryLock(name: string): Promise<(() => Promise<void>) | undefined>
}

/** Where a token comes from that goes before every sign-in: a key for machines (KEY-01), or an access token. */
export const tokenVariables = ['KINORA_API_KEY', 'KINORA_TOKEN'] as const

/** The variable that is set, the key before the token. */
export const tokenVariable = (env: World['env']): (typeof tokenVariables)[number] | undefined =>
  tokenVariables.find(name => env[name])

/** How calls leave this machine. */
export type Network = Pick<ClientOptions, 'fetch' | 'sendForm'> & {
  /** From now on no more bytes a second of forms leave and of answers arrive than these, taken together. */
  limit(bytesPerSecond: number): void
}

export interface Machine {
  node: string
  /** undefined where there is none on the PATH. */
  ffmpeg: string | undefined
}

export interface OutputStream {
  readonly isTTY: boolean
  readonly columns: number
  write(chunk: string | Uint8Array): void
}

export interface InputStream {
  readonly isTTY: boolean
  /** Everything up to the end of the stream. */
  text(): Promise<string>
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Rejects with the signal's reason when that ends first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** Questions on a terminal; asked only when `session.interactive`. */
export interface Prompt {
  text(question: string, initial?: string): Promise<string>
  password(question: string): Promise<string>
  confirm(question: string): Promise<boolean>
}

/** The browser of who sits at this machine. */
export interface Browser {
  /** Whether there is one. */
  isThere: boolean
  /** Whether a page could be opened. */
  open(url: string): Promise<boolean>
  /** Listens on this machine alone for what comes back; the signal ends the wait. */
  listen(signal: AbortSignal): Promise<Listener>
}

export interface Listener {
  port: number
  /** The code that comes back with this word; anything else that comes is no answer. */
  returned(state: string): Promise<string>
  close(): Promise<void>
}

/** A file as it was when it was opened; reading fails once it has changed on the disk. */
export interface LocalFile {
  /** Absolute. */
  path: string
  name: string
  size: number
  /** Milliseconds since 1970. */
  modified: number
  /** Read from the disk as a stream, never buffered whole. */
  blob: Blob
  /** A part of it in memory that is used again once it is released. */
  hold(start: number, end: number): Promise<BufferedPart>
  /** What an earlier run has found out of it, as long as nobody has touched it. */
  digests: DigestCache
  /** All of it in order, read ahead; a piece is only there until the next is asked for. */
  pieces(): AsyncGenerator<Uint8Array>
  /** SHA-256 of all of it, as `sha256sum` gives it. */
  sha256(): Promise<string>
}

export interface Files {
  /** Throws `invalid` with `validation.fileMissing` where there is no file that can be read. */
  open(path: string): Promise<LocalFile>
  text(path: string): Promise<string>
  /** Replaces a file at once, never seen half-written; devices and pipes are written to. */
  write(path: string, body: string | Uint8Array | ReadableStream<Uint8Array>): Promise<void>
  /** Writes on at the end of a file, or begins one. */
  append(path: string, body: ReadableStream<Uint8Array>): Promise<void>
  /** A line at the end of a file for this account alone, there before the next is written. */
  appendLine(path: string, line: string): void
  rename(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  /** Whether anything lies there, also a link to nothing. */
  exists(path: string): Promise<boolean>
  /** Whether a regular file lies there, also behind a link. */
  isFile(path: string): Promise<boolean>
  /** Whether a folder lies there, also behind a link. */
  isFolder(path: string): Promise<boolean>
  /** `path` read from `base` (a folder or the folder of a file), or from where the command runs. */
  resolve(path: string, base?: string): string
  folderOf(path: string): string
  /** Whether `path` lies in a folder, also behind links; so does what isn't there yet. */
  isWithin(path: string, folder: string): Promise<boolean>
  /** Names of the files of a folder, in order. */
  list(path: string): Promise<string[]>
  /** Bytes free on the disk that `path` lies on. */
  free(path: string): Promise<number>
  /** Whether the folder `path` may be written to, or be made where there is none yet. */
  isWritable(path: string): Promise<boolean>
  readonly configFolder: string
  readonly stateFolder: string
}

/** What sign-in leaves behind for one server. */
export interface StoredSession {
  url: string
  email: string
  userId: string
  token: string
  refreshToken: string
}

export type TokenPlace = { kind: 'keyring' } | { kind: 'file'; path: string }

export interface TokenVault {
  read(url: string): Promise<{ session: StoredSession; place: TokenPlace } | undefined>
  write(session: StoredSession): Promise<TokenPlace>
  clear(url: string): Promise<void>
}

/** Where calls go that name no server. */
export interface ServerSettings {
  url: string
  /** The tenant that customer support acts for there. */
  tenant?: string
}

/** What is kept between commands and is no secret. */
export interface Settings {
  /** The server of the latest sign-in. */
  server(): Promise<ServerSettings | undefined>
  rememberServer(server: ServerSettings): Promise<void>
}

/** Who is signed in where, kept under a name. */
export interface Profile {
  tokens: TokenVault
  settings: Settings
}

/** The profile where none is named. */
export const DEFAULT_PROFILE = 'default'

export interface Profiles {
  /** Nothing is written before there is something to keep. */
  open(name: string): Profile
  /** Names, the default one first. */
  list(): Promise<string[]>
  /** Forgets what is kept; the default profile stays. */
  remove(name: string): Promise<void>
}

/** Records that survive `kill -9`: every write is on the disk before it resolves. */
export interface JournalStore {
  /** One JSON value, replaced as a whole. Names may hold `/` for folders. */
  record<T>(name: string): JournalRecord<T>
  /** JSON lines that are only ever added; a line torn by a crash is left out. */
  log<T>(name: string): JournalLog<T>
  /** Names of what lies below `prefix`, without their endings, oldest first. */
  list(prefix: string): Promise<string[]>
  remove(name: string): Promise<void>
  /** Where the journal lies, to be shown to a person. */
  readonly folder: string
}

export interface JournalRecord<T> {
  read(): Promise<T | undefined>
  write(value: T): Promise<void>
  remove(): Promise<void>
}

export interface JournalLog<T> {
  /** All of them in their order, in portions as they are read. */
  entries(): AsyncGenerator<T[]>
  append(entry: T): Promise<void>
}
