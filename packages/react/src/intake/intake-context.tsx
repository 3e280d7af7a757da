import { type Issue, type KinoraError, Role, type TitleDraft } from '@kinora/core'
import type { SheetField } from '@kinora/core/bulk'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import type { FormFields } from '../kernel/form-fields.ts'
import { useUser } from '../kernel/provider.tsx'
import type { PickedFile } from '../ui/form/picked-files.ts'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { merge } from './sheet-state.ts'
import { noDefaults, noSheet, type StoredDefaults, type StoredSheet, useStored } from './stored-sheet.ts'

/** A file that has become no class, or one without its file, and why. */
export interface RefusedFile {
  /** Tells it from others: files of two folders may have one name. */
  nth: number
  name: string
  why: { kind: 'issues'; issues: readonly Issue[] } | { kind: 'error'; error: KinoraError }
  /** The same file under a name that is allowed. */
  renamed?: PickedFile | undefined
}

/** What became of the file that comes next. */
export interface FileOutcome {
  tag?: string | undefined
  refused?: Omit<RefusedFile, 'nth'> | undefined
}

/** The columns of a sheet that a host may hide or let nobody change; a row is known by its name. */
export type SheetFields = FormFields<Exclude<SheetField, 'className'> | 'imageLink'> & {
  readonly className?: 'readOnly' | undefined
}

export interface IntakeFields {
  /** What is hidden is neither shown nor sent; what is read-only is shown, and nothing changes it. Of a new class neither is set. */
  fields?: SheetFields | undefined
  /** What a new class begins with, hidden fields too. */
  defaults?: Partial<Omit<TitleDraft, 'className' | 'contentType'>> | undefined
}

/** The sheet of new classes: its titles, and the files on their way into it. */
export interface Intake {
  kept: StoredSheet
  change(change: (before: StoredSheet) => StoredSheet): void
  defaults: StoredDefaults
  changeDefaults(change: (before: StoredDefaults) => StoredDefaults): void
  /** What its host says of its columns, and gives each new class. */
  host: IntakeFields
  /** Each becomes a draft, one after the other, whose upload is queued; names of those that couldn’t be read are refused. */
  take(files: readonly PickedFile[], unreadable?: readonly string[]): void
  /** Files that are no drafts yet; the first is being worked on unless they wait. */
  files: readonly PickedFile[]
  /** For what they wait: the server, or whose they are. */
  waitsFor: 'server' | 'provider' | undefined
  refused: readonly RefusedFile[]
  /** Forgets what was refused. */
  dismiss(): void
  /** The first file is done with. */
  done(taken: FileOutcome): void
  /** The server can’t be reached: all wait until more are given or it is tried again. */
  hold(): void
}

const Context = createContext<Intake | undefined>(undefined)

/** Loaded with the first file. */
const IntakeWorker = lazyPart(async () => ({ default: (await import('./intake-worker.tsx')).IntakeWorker }))

/** Keeps the sheet of new classes for the pages below it: files can be dropped on any of them. */
export function IntakeProvider({ children, fields, defaults }: IntakeFields & { children: ReactNode }) {
  const intake = useNewIntake({ fields, defaults })
  return (
    <Context.Provider value={intake}>
      {children}
      {intake.files.length > 0 ? (
        <LazyBoundary>
          <IntakeWorker />
        </LazyBoundary>
      ) : null}
    </Context.Provider>
  )
}

/** The sheet of new classes; undefined outside of an `IntakeProvider`. */
export const useIntakeHere = (): Intake | undefined => useContext(Context)

export function useIntake(): Intake {
  const intake = useContext(Context)
  if (intake === undefined) throw new Error('Put an IntakeProvider around the sheet of new classes.')
  return intake
}

function useNewIntake({ fields, defaults: given }: IntakeFields): Intake {
  const isAdmin = useUser().role === Role.Admin
  const [kept, change] = useStored('intake', noSheet, merge)
  const [defaults, changeDefaults] = useStored('defaults', noDefaults)
  const [files, setFiles] = useState<readonly PickedFile[]>([])
  const [isPaused, setPaused] = useState(false)
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const count = useRef(0)
  const take = useCallback((more: readonly PickedFile[], unreadable: readonly string[] = []) => {
    setPaused(false)
    setFiles(before => [...before, ...more])
    const issues: readonly Issue[] = [{ path: '', code: 'intake.unreadable' }]
    const failed = unreadable.map(name => ({
      nth: count.current++,
      name,
      why: { kind: 'issues', issues } as const,
    }))
    if (failed.length > 0) setRefused(before => [...before, ...failed])
  }, [])
  const done = useCallback(
    ({ tag, refused: file }: FileOutcome) => {
      setFiles(before => before.slice(1))
      if (tag !== undefined) change(before => ({ ...before, tags: [...before.tags, tag] }))
      const nth = count.current++
      if (file !== undefined) setRefused(before => [...before, { nth, ...file }])
    },
    [change],
  )
  const hold = useCallback(() => setPaused(true), [])
  const dismiss = useCallback(() => setRefused([]), [])
  const needsProvider = isAdmin && defaults.providerId === null
  const waitsFor =
    files.length === 0 ? undefined : needsProvider ? 'provider' : isPaused ? 'server' : undefined
  return useMemo(
    () => ({
      kept,
      change,
      defaults,
      changeDefaults,
      host: { fields, defaults: given },
      take,
      files,
      waitsFor,
      refused,
      dismiss,
      done,
      hold,
    }),
    [
      kept,
      change,
      defaults,
      changeDefaults,
      fields,
      given,
      take,
      files,
      waitsFor,
      refused,
      dismiss,
      done,
      hold,
    ],
  )
}
