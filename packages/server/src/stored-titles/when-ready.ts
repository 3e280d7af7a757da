import {
  canPublishWhenReady,
  type Issue,
  isKinoraError,
  KinoraError,
  Role,
  TitleStatus,
  titleStatus,
} from '@kinora/core'
import type { Deps } from '../deps.ts'
import { type Author, stamp } from '../kernel/rows/audit.ts'
import { type Scope, scope as scopeOf, systemScope } from '../kernel/scope.ts'
import { findCaller } from '../session/index.ts'
import { publishIfWanted, publishTitle } from './publishing.ts'
import { changeTitle, lockTitle, type StoredTitle, wrongState } from './rows.ts'
import type { StoredWhenReady } from './tables.ts'
import { recordTitle } from './writes.ts'

type Needs = Pick<Deps, 'db' | 'clock'>
interface Act {
  tag: string
  by: Author
}

/** Decision 0119: publishes a title that can be, and remembers who asked for one whose file isn't processed yet. */
export function askWhenReady(scope: Scope, { db, clock }: Needs, { tag, by }: Act): Promise<StoredTitle> {
  return db.transaction(async tx => {
    const title = await lockTitle(scope, tx, tag)
    if (title.status === TitleStatus.Published || title.whenReady?.state === 'asked') return title
    if (titleStatus.can(title.status, 'publish')) return publishTitle(scope, { db: tx, clock }, { tag, by })
    if (!canPublishWhenReady(title)) throw wrongState('title.publishWrongState', title.status)
    const { now: _, attempt: __, ...person } = by
    return setWhenReady(scope, tx, { title, by, whenReady: { state: 'asked', ...person } })
  })
}

/** The title stays unpublished when it is ready. */
export function takeBackWhenReady(scope: Scope, { db }: Needs, { tag, by }: Act): Promise<StoredTitle> {
  return db.transaction(async tx => {
    const title = await lockTitle(scope, tx, tag)
    return title.whenReady === null ? title : setWhenReady(scope, tx, { title, by, whenReady: null })
  })
}

interface Wish {
  title: StoredTitle
  by: Author
  whenReady: StoredWhenReady | null
}

async function setWhenReady(scope: Scope, tx: Needs['db'], { title, by, whenReady }: Wish) {
  const set = { whenReady, ...stamp(by.now, by.userId) }
  const after = (await changeTitle(scope, tx, { tag: title.tag, set }))!
  const change = { path: 'whenReady', before: title.whenReady?.state === 'asked', after: whenReady !== null }
  const verb = whenReady === null ? 'keepUnpublished' : 'publishWhenReady'
  await recordTitle(tx, by, { before: title, after, verb, more: [change] })
  return after
}

/**
 * In the transaction in which processing ends: the title is published by whom it was asked for, as that account is by now, or says
 * why not. Without such a wish, or where it is refused, it may publish itself (TITLE-34).
 */
export async function publishIfRequested(deps: Needs, title: StoredTitle): Promise<void> {
  const { whenReady, tag } = title
  if (whenReady?.state !== 'asked') {
    await publishIfWanted(systemScope, deps, { title, by: null })
    return
  }
  try {
    const { state: _, ...person } = whenReady
    const scope = await readScope(deps, title, person.userId)
    await publishTitle(scope, deps, { tag, by: { ...person, now: deps.clock.now() } })
  } catch (error) {
    if (!isKinoraError(error)) throw error
    const set = { whenReady: { state: 'refused' as const, issues: toIssues(error) } }
    const kept = (await changeTitle(systemScope, deps.db, { tag, set }))!
    await publishIfWanted(systemScope, deps, { title: kept, by: null })
  }
}

/** What the person reaches now; throws where the account is closed or acts for nobody any more. */
async function readScope(deps: Needs, { tenantId }: StoredTitle, userId: string): Promise<Scope> {
  const caller = await findCaller(deps, userId)
  if (caller === undefined) throw accountGone()
  return scopeOf(caller, caller.role === Role.Support ? (tenantId ?? undefined) : undefined)
}

const accountGone = (): KinoraError =>
  new KinoraError('forbidden', { issues: [{ path: '', code: 'title.whenReadyAccountGone' }] })

/** Each thing that is to be mended; where that is none of the title's, the account can't publish it any more. */
function toIssues({ code, issues }: KinoraError): Issue[] {
  const ofTitle = code === 'notFound' ? [] : issues.filter(issue => issue.code !== 'title.publishNotReady')
  return ofTitle.length > 0 ? ofTitle : [...accountGone().issues]
}
