import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import * as categoryExamples from '../../examples/categories/categories.stories.tsx'
import * as collectionExamples from '../../examples/collections/collections.stories.tsx'
import * as memberExamples from '../../examples/members/members.stories.tsx'
import * as titleExamples from '../../examples/title-list/title-list.stories.tsx'
import * as audit from '../audit/audit-log.stories.tsx'
import * as batchList from '../batches/batch-list.stories.tsx'
import * as batchView from '../batches/batch-view.stories.tsx'
import * as crop from '../kernel/image-crop.stories.tsx'
import * as playback from '../playback/playback-data.stories.tsx'
import * as publishing from '../publishing/publishing-screen.stories.tsx'
import * as signIn from '../session/sign-in-form.stories.tsx'
import * as site from '../site/site-settings.stories.tsx'
import * as tenants from '../tenants/tenants.stories.tsx'
import * as terms from '../terms/site-terms.stories.tsx'
import * as frames from '../titles/editor/title-frames.stories.tsx'
import * as jobs from '../titles/jobs/title-jobs.stories.tsx'
import * as titleList from '../titles/list/title-list.stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import * as tray from '../uploads/upload-tray.stories.tsx'

const show = async (story: { render?: unknown }) => renderInRoot((story.render as () => ReactNode)())

/** What each story must show, so that an answer that drifted is noticed. */
const rows: [string, { render?: unknown }, RegExp][] = [
  ['sign-in, empty', signIn.Empty, /Partner Portal/],
  ['list, loading', titleList.Loading, /Loading/],
  ['list, empty', titleList.Empty, /No titles yet/],
  ['list, partial', titleList.Partial, /Untitled/],
  ['list, failed', titleList.Failed, /This couldn’t be loaded/],
  ['list, full', titleList.Full, /90 titles/],
  ['bulk changes, empty', jobs.Empty, /No bulk changes/],
  [
    'bulk changes, full',
    jobs.Full,
    /Updating 15 of 40.*38 published, 2 failed.*Undo.*can no longer act on titles/,
  ],
  ['batches, loading', batchList.Loading, /Loading/],
  ['batches, empty', batchList.Empty, /No bulk uploads yet/],
  ['batches, failed', batchList.Failed, /This couldn’t be loaded/],
  ['batches, full', batchList.Full, /80 of 120.*Unavailable/],
  ['batch, loading', batchView.Loading, /Loading/],
  ['batch, not found', batchView.NotFound, /Record not found/],
  ['batch, failed', batchView.Failed, /This couldn’t be loaded/],
  ['batch, new', batchView.New, /tenants\/north/],
  ['batch, processing', batchView.Processing, /3 of 8 rows done, 2 failed.*Required Title/],
  ['batch, stopping', batchView.Stopping, /Finishing the current row/],
  ['batch, cancelled', batchView.Cancelled, /cancelled this bulk upload.*Unable to access/],
  ['batch, complete', batchView.Complete, /3 of 3 rows done/],
  ['tray, empty', tray.Empty, /^(?!.*upload)/i],
  ['tray, loading', tray.Loading, /Checking the file.*Waiting/],
  ['tray, partial', tray.Partial, /23% of.*Paused at 23%.*Waiting for the network/],
  ['tray, failed', tray.Failed, /Upload failed.*Processing failed.*Upload cancelled/],
  ['tray, asking', tray.Asking, /Choose Yin.mp4.*permission to read Climb.mp4.*Sign in again/],
  ['tray, another tab', tray.Elsewhere, /another Tab.*23% sent/],
  ['audit log, full', audit.Full, /Ada Berg.*Refused.*Sign-in failed/],
  ['audit log, empty', audit.Empty, /No entries|0 entries|No /],
  ['terms, full', terms.Full, /Version 2.*18 KB/],
  ['terms, empty', terms.Empty, /No terms yet/],
  ['site, web', site.WebFull, /Web/],
  ['site, links', site.LinksFull, /Shop/],
  ['tenants, full', tenants.ListFull, /Northwind/],
  ['tenants, deleted', tenants.DeletedFull, /Lake Studio/],
  ['publishing, failed', publishing.Failed, /This couldn’t be loaded/],
  ['crop, a cover', crop.Cover, /^/],
  ['frames, full', frames.Full, /^/],
  ['playback, problems', playback.WithProblems, /plays-october.json.*startedAt|Line 17|17/],
  ['tray, full', tray.Full, /Normalizing audio.*Encoding.*File ready: add 2 details.*Skill level.*Channel/],
]

const examples = [
  ['titles', titleExamples, /Morning flow/],
  ['collections', collectionExamples, /collections|\(\d\)/],
  ['categories', categoryExamples, /Cycling/],
  ['members', memberExamples, /Mia Larsen/],
] as const

describe('stories show the examples of each part', () => {
  test.each(examples)('%s: ready-made, in parts, by its hook', async (_, part, words) => {
    for (const story of [part.ReadyMadePart, part.CompoundParts, part.DataAndActs]) {
      const { container } = await show(story)
      await expect.poll(() => container.textContent).toMatch(words)
    }
  })
})

describe('stories show the states of list, sign-in and tray', () => {
  test.each(rows)('%s; axe finds nothing serious', async (_, story, words) => {
    const { container } = await show(story)
    await expect.poll(() => container.textContent).toMatch(words)
    expect(await findSerious(container)).toEqual([])
  })
})
