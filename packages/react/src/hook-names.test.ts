import { describe, expectTypeOf, test } from 'vitest'
import type * as parts from './index.ts'
import type { WriteResult } from './index.ts'
import type * as viewer from './viewer/index.ts'

/** What each exported hook gives, by its name; `useRead` and its like give what TanStack Query does. */
type Given<M, Else extends string = never> = {
  [N in keyof M as N extends `use${string}` ? Exclude<N, Else> : never]: M[N] extends (
    ...args: never[]
  ) => infer Model
    ? Model
    : never
}
type Hooks = Given<
  typeof parts,
  'useRead' | 'useToldRead' | 'useResourceList' | 'useKinora' | 'useLink' | 'useDraftValues'
> &
  Given<typeof viewer, 'useContent'>

/** Booleans that hooks give, as `useSchedule.isLoading`. */
type Booleans = {
  [N in keyof Hooks]: Hooks[N] extends object
    ? {
        [F in keyof Hooks[N] & string]: [Hooks[N][F]] extends [boolean] ? `${N & string}.${F}` : never
      }[keyof Hooks[N] & string]
    : never
}[keyof Hooks]

/** What gives data and reads it. */
interface Reader {
  state: string
  error?: string | undefined
  retry(): void
}
interface List extends Reader {
  state: 'loading' | 'empty' | 'failed' | 'ready'
  isLoading: boolean
  asked: object
  change(part: object): void
  total: number
}
type Act = (...args: never[]) => Promise<WriteResult<unknown>>

describe('EMBED-02 hooks name the same things alike', () => {
  test('state, error and retry, of what is read', () => {
    type Readers = 'useTitle' | 'useSchedule' | 'useCaptions' | 'useReport' | 'useBatch'
    expectTypeOf<Hooks[Readers]>().toExtend<Reader>()
    type Lists = 'useTitleList' | 'useDeletedTitleList' | 'useCollectionList' | 'useCategoryList'
    expectTypeOf<Hooks[Lists | 'useMemberList']>().toExtend<List>()
    expectTypeOf<Hooks['useTitlePlayer' | 'usePlayer']>().toExtend<Omit<Reader, 'retry'>>()
  })

  test('a boolean is `is…`, `has…`, `may…` or `can…`', () => {
    type Named = `${string}.${'is' | 'has' | 'may' | 'can'}${string}`
    expectTypeOf<Exclude<Booleans, Named>>().toBeNever()
  })

  test('an act answers what `useWrite` answers', () => {
    type Of<N extends keyof Hooks, F extends keyof Hooks[N]> = Hooks[N][F]
    expectTypeOf<Of<'useTitleEditor', 'save' | 'publish'>>().toExtend<Act>()
    expectTypeOf<
      Of<'useTitleActions', 'publish' | 'remove' | 'retry' | 'cancel' | 'exportCsv'>
    >().toExtend<Act>()
    expectTypeOf<Of<'useDeletedTitleList', 'restore'>>().toExtend<Act>()
    expectTypeOf<Of<'useCollectionList', 'reorder' | 'remove'>>().toExtend<Act>()
    expectTypeOf<Of<'useCategoryList', 'reorder'>>().toExtend<Act>()
    expectTypeOf<Of<'useMemberList', 'enable' | 'disable' | 'exportCsv'>>().toExtend<Act>()
    expectTypeOf<Of<'useUploads', 'add' | 'resume' | 'reupload' | 'remove'>>().toExtend<Act>()
    expectTypeOf<Of<'useCaptions', 'add' | 'change' | 'remove'>>().toExtend<Act>()
    expectTypeOf<Of<'useReport', 'download'>>().toExtend<Act>()
    expectTypeOf<Of<'useBatch', 'process' | 'stop' | 'download'>>().toExtend<Act>()
    type OfSchedule = 'move' | 'cancelDate' | 'bringBackDate' | 'restoreDate' | 'addDate' | 'remove'
    expectTypeOf<Of<'useSchedule', OfSchedule>>().toExtend<Act>()
  })
})
