import type { Document, DocumentDetails } from '@kinora/core'
import { collectionAnswers, storyDocuments } from '../collections/fixtures.tsx'
import { Failure, type StoryAnswers } from '../testing/stories.tsx'

const detailsOf = (row: Document): DocumentDetails => ({
  ...row,
  collections: row.collectionCount > 0 ? [{ collectionTag: 'c-1', name: 'Mornings' }] : [],
  titles: row.titleCount > 0 ? [{ tag: 'flow', title: 'Morning flow' }] : [],
})

/** A platform (fake server) that stores the documents it is sent; single answers can be replaced. */
export function documentAnswers(replaced: StoryAnswers['documents'] = {}): StoryAnswers {
  let stored = [...storyDocuments]
  const find = (id: string) => stored.find(row => row.documentId === id)
  return {
    ...collectionAnswers(),
    documents: {
      list: () => ({ data: stored, totalRecords: stored.length, totalPages: 1, page: 1 }),
      view({ documentId }) {
        const row = find(documentId)
        return row === undefined ? new Failure(404) : detailsOf(row)
      },
      create: () => ({ documentId: 'new' }),
      update: () => detailsOf({ ...stored[0]!, version: 2 }),
      remove(ids) {
        // A body that is a list is all of the input.
        const gone = ids as unknown as string[]
        stored = stored.filter(row => !gone.includes(row.documentId))
        return gone.map(id => ({ id, status: 200, reason: 'Item deleted' }))
      },
      ...replaced,
    },
  }
}
