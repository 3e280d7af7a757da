import {
  formTexts,
  type View,
  type ViewDraft,
  type ViewList,
  validationTexts,
  views,
  viewTexts,
  wordTexts,
} from '@kinora/core'
import { useTexts } from '../kernel/message.ts'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'

/** Texts of saved views. */
export const useViewTexts = () => useTexts(viewTexts, formTexts, validationTexts, wordTexts)

const nothing: View[] = []

/** The views of a list that an account has as tabs, and what it does with them. */
export function useViews({ list, tenant }: { list: ViewList; tenant?: string | undefined }) {
  const { text } = useViewTexts()
  const read = useRead(views.list, { list, tenant })
  const found = read.data?.data ?? nothing
  const said = ({ name }: View) => text('ui.views.saved', { name })
  const create = useWrite(views.create, { success: said, failure: handledByCaller })
  const update = useWrite(views.update, { success: said })
  const remove = useWrite(views.remove, { failure: handledByCaller })
  const reorder = useWrite(views.reorder)
  return {
    found,
    create: (draft: ViewDraft) => create.send({ list, ...draft }),
    update: ({ viewId, version }: View, change: Partial<ViewDraft>) =>
      update.send({ viewId, version, ...change }),
    remove: ({ viewId }: View) => remove.send({ viewId }),
    removing: remove,
    /** Its place from 1 once it is moved; 0 where it stays. */
    async move(view: View, by: -1 | 1): Promise<number> {
      const ids = found.map(({ viewId }) => viewId)
      const place = ids.indexOf(view.viewId) + by
      if (place < 0 || place >= ids.length) return 0
      const viewIds = ids.filter(id => id !== view.viewId).toSpliced(place, 0, view.viewId)
      const { kind } = await reorder.send({ list, viewIds })
      return kind === 'done' ? place + 1 : 0
    },
  }
}
export type Views = ReturnType<typeof useViews>
