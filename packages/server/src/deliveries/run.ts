import { DeliveryProblem, retryDelay, retryPolicy } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import type { HostAnswer, HostedMedia, HostedSite } from '../ports/services.ts'
import { originalLink } from './links.ts'
import {
  type DeliveryKey,
  delaySite,
  dropDelivery,
  dueDeliveries,
  isDue,
  type Moved,
  moveDelivery,
  readDelivery,
  reconcile,
  type StoredDelivery,
} from './rows.ts'
import { findHostedSite } from './sites.ts'

const queue = 'deliveries.step'
/** Milliseconds between two looks at what JW Player is to have. */
const PERIOD = 15_000
const SECOND = 1000
const DAY = 86_400 * SECOND
/** Between two looks at what JW Player processes, by how often it was looked at. */
const LOOKS = [5, 10, 20, 30, 60]
/** JW Player’s search may not have yet what it has just made. */
const UNTIL_FOUND = 60 * SECOND

type Needs = Pick<Deps, 'db' | 'clock' | 'settings' | 'secrets' | 'videoHost' | 'log' | 'jobs'>

/** LIVE-09, C-139: keeps JW Player at what sites on media platform 1 show. */
export async function startDeliveryJobs(deps: Deps, { period = PERIOD } = {}): Promise<void> {
  const options = { concurrency: 2, retryLimit: 2, expireSeconds: 300 }
  await deps.jobs.work<DeliveryKey>(queue, options, (key, { signal }) => workOn(deps, key, signal))
  await startRecurring(deps, { queue: 'deliveries.look', period, work: () => lookAtDeliveries(deps) })
}

/** Brings the rows to what is wanted, and has those worked on whose moment has come. */
export async function lookAtDeliveries(deps: Needs): Promise<void> {
  const now = deps.clock.now()
  await reconcile(deps.db, { now, isReady: deps.settings.publicUrl !== undefined })
  for (const { titleTag, tenantId } of await dueDeliveries(deps.db, now))
    await enqueueDelivery(deps, { titleTag, tenantId })
}

/** Has one worked on; one that is worked on already isn't twice. */
export const enqueueDelivery = ({ jobs }: Pick<Deps, 'jobs'>, key: DeliveryKey): Promise<void> =>
  jobs.enqueue<DeliveryKey>(queue, key, { key: `${key.titleTag} ${key.tenantId}` })

/** Steps that follow one upon the other at most. */
const STEPS = 5

async function workOn(deps: Needs, key: DeliveryKey, signal: AbortSignal): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    await stepDelivery(deps, key, signal)
    if (!(await isDue(deps.db, key, deps.clock.now()))) return
  }
}

/**
 * One step of one title for one site: asks JW Player one thing, and writes what came of it and when the next one is due. Whatever
 * ends it in between, the next step finds what JW Player has made.
 */
async function stepDelivery(deps: Needs, key: DeliveryKey, signal: AbortSignal): Promise<void> {
  const row = await readDelivery(deps.db, key)
  if (row === undefined) return
  const step: Step = { deps, row, signal, now: deps.clock.now() }
  const site = await findHostedSite(deps, row)
  if (row.status === 'leaving') return leave(step, site)
  if (site === undefined) return stop(step, 'noCredentials')
  const { publicUrl } = deps.settings
  if (publicUrl === undefined) return stop(step, 'noAddress')
  if (row.currentKey === null) return stop(step, 'noFile')
  const isElsewhere = row.siteId !== null && row.siteId !== site.siteId
  if (isElsewhere) {
    const { titleTag, siteId, mediaId } = row
    deps.log.warn({ titleTag, siteId, mediaId }, 'a title stays at a JW Player site that its tenant has left')
    // It may have been there before.
    const set = { siteId: site.siteId, mediaId: null, askedAt: new Date(0) }
    await move(step, { ...set, nextAt: step.now })
    Object.assign(row, { ...set, askedAt: set.askedAt.toISOString() })
  }
  if (row.mediaId !== null && row.sourceKey !== row.currentKey) return removeOld(step, site, row.mediaId)
  if (row.mediaId !== null) return look(step, site, row.mediaId)
  if (row.askedAt !== null && row.sourceKey !== null && row.sourceKey !== row.currentKey)
    return removeLost(step, site)
  return make(step, site, publicUrl)
}

interface Step {
  deps: Needs
  row: StoredDelivery
  signal: AbortSignal
  now: Date
}

const later = ({ now }: Step, milliseconds: number): Date => new Date(now.getTime() + milliseconds)
const move = ({ deps, row, now }: Step, moved: Moved): Promise<void> => moveDelivery(deps.db, row, moved, now)
const stop = (step: Step, problem: DeliveryProblem, detail = ''): Promise<void> =>
  move(step, { status: 'failed', problem, detail, nextAt: null })

/** By what JW Player finds it again. */
const nameOf = ({ titleTag, tenantId, currentKey, sourceKey }: StoredDelivery): string =>
  `kinora-${tenantId}-${titleTag}-${(currentKey ?? sourceKey ?? '').replace(/\W/g, '').slice(-16)}`

/** Whether JW Player’s search would have what the last asking made. */
const isSearchable = ({ row: { askedAt }, now }: Step): boolean =>
  askedAt === null || now.getTime() - new Date(askedAt).getTime() >= UNTIL_FOUND

/** Nothing is asked for twice: where the answer to an earlier asking may be lost, it is looked for first, until JW Player would have it. */
async function make(step: Step, site: HostedSite, publicUrl: string): Promise<void> {
  const { deps, row, signal, now } = step
  const { siteId } = site
  if (row.askedAt !== null) {
    const found = await deps.videoHost.find(site, nameOf(row), signal)
    if (found.kind !== 'done') return refuse(step, site, found)
    if (found.value !== undefined) return know(step, site, found.value)
    if (!isSearchable(step))
      return move(step, { nextAt: new Date(new Date(row.askedAt).getTime() + UNTIL_FOUND) })
  }
  await move(step, { siteId, sourceKey: row.currentKey, askedAt: now, nextAt: now })
  const { titleTag: tag, tenantId, currentKey } = row
  const url = await originalLink({ tag, tenantId, sourceKey: currentKey! }, deps, publicUrl)
  const video = { name: nameOf(row), title: row.className ?? '', url }
  const made = await deps.videoHost.create(site, video, signal)
  if (made.kind === 'done') return know(step, site, made.value)
  // What was refused was not made; only of no answer nobody knows.
  if (made.kind !== 'unreachable') await move(step, { askedAt: null, nextAt: now })
  return refuse(step, site, made)
}

async function look(step: Step, site: HostedSite, mediaId: string): Promise<void> {
  const { deps, signal } = step
  const read = await deps.videoHost.read(site, mediaId, signal)
  if (read.kind !== 'done') return refuse(step, site, read)
  if (read.value !== undefined) return know(step, site, read.value)
  await move(step, { status: 'waiting', mediaId: null, askedAt: null, tries: 0, nextAt: step.now })
}

/** What JW Player has, and when to look again: often while it processes, once a day at what is ready, never at what has failed. */
function know(step: Step, { siteId }: HostedSite, { mediaId, status, detail }: HostedMedia): Promise<void> {
  const { row } = step
  const known = { siteId, mediaId, sourceKey: row.currentKey, askedAt: null, detail, tries: 0, problem: null }
  if (status === 'ready') return move(step, { ...known, status, nextAt: later(step, DAY) })
  if (status === 'failed') return move(step, { ...known, status, problem: 'failed', nextAt: null })
  const looks = row.status === 'processing' ? row.tries : 0
  const seconds = LOOKS[Math.min(looks, LOOKS.length - 1)]!
  return move(step, { ...known, status, tries: looks + 1, nextAt: later(step, seconds * SECOND) })
}

/** What a person has to mend waits for one; the rest is tried again by the retry policy of unattended work (decision 0091). */
async function refuse(
  step: Step,
  site: HostedSite,
  answer: Exclude<HostAnswer<never>, { kind: 'done' }>,
): Promise<void> {
  const { deps, row } = step
  const { kind, detail } = answer
  if (kind === 'busy') {
    const until = later(step, answer.retryAfter * SECOND)
    await delaySite(deps.db, site.siteId, until)
    return move(step, { problem: kind, detail, nextAt: until })
  }
  if (kind !== 'unreachable') return stop(step, kind, detail)
  const tries = (row.status === 'processing' ? 0 : row.tries) + 1
  if (tries >= retryPolicy.work.tries)
    return move(step, { status: 'failed', problem: kind, detail, tries, nextAt: null })
  await move(step, { problem: kind, detail, tries, nextAt: later(step, retryDelay(tries, Math.random())) })
}

/** Of another file: what JW Player had goes first. */
async function removeOld(step: Step, site: HostedSite, mediaId: string): Promise<void> {
  const { deps, signal } = step
  const gone = await deps.videoHost.remove(site, mediaId, signal)
  if (gone.kind !== 'done') return refuse(step, site, gone)
  await move(step, { status: 'waiting', mediaId: null, askedAt: null, tries: 0, nextAt: step.now })
}

/** The same where nobody knows whether the former file was taken, since the answer was lost and another file came before it was found. */
async function removeLost(step: Step, site: HostedSite): Promise<void> {
  const { deps, row, signal, now } = step
  const found = await deps.videoHost.find(site, nameOf({ ...row, currentKey: row.sourceKey }), signal)
  if (found.kind !== 'done') return refuse(step, site, found)
  if (found.value !== undefined) return removeOld(step, site, found.value.mediaId)
  // Of the file that it has now nothing was asked yet, unless it had that one before.
  if (isSearchable(step)) return move(step, { sourceKey: row.currentKey, askedAt: new Date(0), nextAt: now })
  await move(step, { nextAt: new Date(new Date(row.askedAt!).getTime() + UNTIL_FOUND) })
}

/** Unpublished or deleted: JW Player lets it go, and what may have been made without an answer as well. */
async function leave(step: Step, site: HostedSite | undefined): Promise<void> {
  const { deps, row, signal } = step
  const isAsked = row.mediaId !== null || row.askedAt !== null
  if (isAsked && (site === undefined || site.siteId !== row.siteId)) {
    const { titleTag, siteId, mediaId } = row
    deps.log.warn({ titleTag, siteId, mediaId }, 'a title stays at a JW Player site whose secret is gone')
  } else if (isAsked) {
    const known =
      row.mediaId ?? (await deps.videoHost.find(site!, nameOf({ ...row, currentKey: row.sourceKey }), signal))
    if (typeof known !== 'string' && known.kind !== 'done') return postpone(step, site!, known)
    const mediaId = typeof known === 'string' ? known : known.value?.mediaId
    const gone = mediaId === undefined ? undefined : await deps.videoHost.remove(site!, mediaId, signal)
    if (gone !== undefined && gone.kind !== 'done') return postpone(step, site!, gone)
    if (mediaId === undefined && !isSearchable(step)) return move(step, { nextAt: later(step, UNTIL_FOUND) })
  }
  await dropDelivery(deps.db, row)
}

/** A removal is owed: it is tried until it is done, once an hour where somebody has to mend something first. */
async function postpone(
  step: Step,
  site: HostedSite,
  answer: Exclude<HostAnswer<never>, { kind: 'done' }>,
): Promise<void> {
  const { kind, detail } = answer
  const tries = step.row.tries + 1
  const wait =
    kind === 'busy'
      ? answer.retryAfter * SECOND
      : kind === 'unreachable'
        ? retryDelay(tries, Math.random())
        : 3600 * SECOND
  if (kind === 'busy') await delaySite(step.deps.db, site.siteId, later(step, wait))
  await move(step, { problem: DeliveryProblem.parse(kind), detail, tries, nextAt: later(step, wait) })
}
