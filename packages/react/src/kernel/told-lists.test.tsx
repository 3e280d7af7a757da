import type { TitleJob } from '@kinora/core'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import type { EventFeed } from '../adapters/event-feed.ts'
import { BatchList } from '../batches/batch-list.tsx'
import { storyBatch } from '../batches/fixtures.ts'
import { memberAnswers, storyImport } from '../members/fixtures.tsx'
import { MemberImportList } from '../members/import-list.tsx'
import { type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { TitleJobList } from '../titles/jobs/title-job-list.tsx'
import { renderInRoot } from '../ui/testing.tsx'

const job = (part: Partial<TitleJob>): TitleJob => ({
  ...{ jobId: 'j-1', act: 'delete', undoes: null, problem: [], edit: null, by: 'Ada', isMine: true },
  ...{ isUndoable: false, createdDate: '2026-11-20T09:00:00', endedDate: null, status: 'Running' },
  counts: { total: 40, done: 15, same: 0, refused: 0, changed: 0, undone: 0, waiting: 25 },
  ...part,
})
const one = <T,>(row: T) => ({ data: [row], totalRecords: 1, totalPages: 1, page: 1 })
const at = { status: 'Processing', isFinishing: false } as const

interface Told {
  list: ReactNode
  /** What the server says while it is at work, and once it is done. */
  answers(isDone: () => boolean): StoryAnswers
  families: string[]
  working: RegExp
  done: RegExp
}

const lists: Record<string, Told> = {
  'acts on many titles': {
    list: <TitleJobList />,
    answers: isDone => ({
      'title-jobs': { list: () => one(job(isDone() ? { status: 'Done', act: 'publish' } : {})) },
    }),
    families: ['job', 'title'],
    working: /15 of 40/,
    done: /^Publish/,
  },
  'imports of members': {
    list: <MemberImportList />,
    answers: isDone => ({
      ...memberAnswers(),
      'member-imports': {
        list: () => ({ ...one(storyImport(isDone() ? { ...at, status: 'Complete' } : at)), pageNo: 1 }),
      },
    }),
    families: ['import', 'member'],
    working: /^Processing/,
    done: /^Complete/,
  },
  'bulk uploads': {
    list: <BatchList />,
    answers: isDone => ({
      batches: { list: () => one(storyBatch(isDone() ? { ...at, status: 'Complete' } : at)) },
    }),
    families: ['batch', 'title', 'upload'],
    working: /^Processing/,
    done: /^Complete/,
  },
}

describe('HOOK-05 a list of work that goes on listens, and is read again by what it is told', () => {
  test.each(Object.entries(lists))('%s', async (_, { list, answers, families, working, done }) => {
    const told = { isDone: false, families: [] as (readonly string[])[], tell: () => {} }
    const feed: EventFeed = {
      listen(wanted, tell) {
        told.families.push([...wanted].sort())
        told.tell = tell
        return () => undefined
      },
      subscribe: () => () => undefined,
      getSnapshot: () => true,
    }
    const screen = await renderInRoot(
      <StoryKinora
        answers={answers(() => told.isDone)}
        prepare={kinora => Object.assign(kinora, { events: feed })}
      >
        {list}
      </StoryKinora>,
    )
    await expect.element(screen.getByText(working).first()).toBeVisible()
    expect(told.families).toContainEqual(families)
    told.isDone = true
    told.tell()
    await expect.element(screen.getByText(done).first()).toBeVisible()
  })
})
