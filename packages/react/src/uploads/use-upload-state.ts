import type { UploadRole } from '@kinora/core'
import type { QueueSnapshot, UploadItem } from '@kinora/core/uploads'
import { useSyncExternalStore } from 'react'
import { useKinora } from '../kernel/provider.tsx'

/**
 * A part of the queue's snapshot; the component renders again only when that part changes, not on every progress
 * event. `pick` returns a primitive, or an object of the snapshot itself.
 */
export function useUploadState<T>(pick: (snapshot: QueueSnapshot) => T): T {
  const { uploads } = useKinora()
  const read = () => pick(uploads.getSnapshot())
  return useSyncExternalStore(uploads.subscribe, read, read)
}

/** The same of the upload of a title's file. */
export function useUploadOf<T>(
  tag: string | undefined,
  role: UploadRole,
  pick: (item: UploadItem | undefined) => T,
): T {
  return useUploadState(snapshot => pick(itemOf(snapshot, tag, role)))
}

export const itemOf = (
  { items }: QueueSnapshot,
  tag: string | undefined,
  role: UploadRole,
): UploadItem | undefined =>
  tag === undefined ? undefined : items.find(item => item.tag === tag && item.role === role)

/** Whether there is something to cancel (E-4). */
export const isCancellable = ({ state }: Pick<UploadItem, 'state'>): boolean =>
  ['waiting', 'starting', 'uploading', 'retrying', 'paused', 'processing'].includes(state.kind)

/** This browser's upload of a title's video, where there is one; renders again as it moves on. */
export const useVideoUpload = (tag: string | undefined): UploadItem | undefined =>
  useUploadOf(tag, 'video', item => item)
