import { formTexts, type PageId, pathOf } from '@kinora/core'
import {
  type DirtyListener,
  type FormPageProps,
  type ListPageProps,
  UnsavedChangesDialog,
  useTexts,
} from '@kinora/react'
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { PageProps } from '../router/lazy-page.tsx'
import { useNavigation } from '../router/navigation.ts'
import type { ResourcePages } from '../router/resource-routes.ts'
import { useRouterLocation } from './location.ts'

interface FormPage {
  form: Required<Pick<FormPageProps, 'listHref' | 'onAdded' | 'onDeleted' | 'onDirtyChange'>>
  /** Asks before changes are lost; rendered beside the form. */
  dialog: ReactNode
}

/** What a page does around its form: guards changes, goes on with what was added (META-07), goes back once it is deleted. */
export function useFormPage(listHref: string, rowHref: (id: string) => string): FormPage {
  const navigation = useNavigation()
  const { setDirty, release, dialog } = useUnsavedChangesGuard()
  const goTo = (href: string) => {
    release()
    navigation.replace(href)
  }
  const form = {
    listHref,
    onDirtyChange: setDirty,
    onAdded: (id: string) => goTo(rowHref(id)),
    onDeleted: () => goTo(listHref),
  }
  return { form, dialog }
}

/** The three pages of a noun that `resourceRoutes` leads to: its list, and its form for a new row and for one that is there. */
export function resourcePages(
  page: PageId,
  List: ComponentType<ListPageProps>,
  Form: ComponentType<FormPageProps>,
): ResourcePages {
  const path = pathOf(page)
  const rowHref = (id: string) => `${path}/${encodeURIComponent(id)}/edit`

  function ListPage() {
    return <List location={useRouterLocation()} rowHref={rowHref} addHref={`${path}/add`} />
  }
  function FormPage({ params: { id } }: PageProps) {
    const { form, dialog } = useFormPage(path, rowHref)
    return (
      <>
        <Form key={id} id={id} {...form} />
        {dialog}
      </>
    )
  }
  return { list: ListPage, add: FormPage, edit: FormPage }
}

/** How a form's changes are saved. */
type SaveFirst = Parameters<DirtyListener>[1]

interface UnsavedChangesGuard {
  /** Called by a form: whether it has unsaved changes, and how to save them first. */
  setDirty: DirtyListener
  /** The next move is wanted: it is not asked about. */
  release(): void
  dialog: ReactNode
}

/**
 * Asks before unsaved changes are left behind, inside the portal and when the tab closes. `isPage`: another query of the same page
 * leaves nothing behind.
 */
export function useUnsavedChangesGuard({ isPage = false } = {}): UnsavedChangesGuard {
  const dirty = useRef(false)
  const save = useRef<SaveFirst>(undefined)
  const [waiting, setWaiting] = useState<{ proceed: () => void }>()
  useBlocking(dirty, { isPage, wait: setWaiting })
  const setDirty = useCallback<DirtyListener>((next, saveIt) => {
    dirty.current = next
    save.current = saveIt
  }, [])
  const release = useCallback(() => {
    dirty.current = false
  }, [])
  const leave = () => {
    release()
    setWaiting(undefined)
    waiting?.proceed()
  }
  const dialog = (
    <UnsavedChangesPrompt
      open={waiting !== undefined}
      save={save.current}
      onLeave={leave}
      onStay={() => setWaiting(undefined)}
    />
  )
  return { setDirty, release, dialog }
}

interface BlockingOptions {
  isPage: boolean
  wait: (move: { proceed: () => void }) => void
}

function useBlocking(dirty: { current: boolean }, { isPage, wait }: BlockingOptions): void {
  const navigation = useNavigation()
  useEffect(
    () =>
      navigation.block((proceed, isSamePage) => {
        const isLeft = dirty.current && !(isPage && isSamePage)
        if (isLeft) wait({ proceed })
        return isLeft
      }),
    [navigation, dirty, isPage, wait],
  )
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [dirty])
}

interface UnsavedChangesPromptProps {
  open: boolean
  /** Where nothing can be saved at once, it isn’t offered. */
  save: SaveFirst
  onLeave: () => void
  onStay: () => void
}

/** A save that fails leaves the person on the page, at what the form says of it. */
function UnsavedChangesPrompt({ open, save, onLeave, onStay }: UnsavedChangesPromptProps) {
  const { text } = useTexts(formTexts)
  const [saving, setSaving] = useState(false)
  const failed = useRef(false)
  const toMend = useRef({
    get current() {
      return failed.current ? document.querySelector<HTMLElement>('[data-problem]') : null
    },
  })
  useEffect(() => {
    if (open) failed.current = false
  }, [open])
  const saveAndLeave = async (save: NonNullable<SaveFirst>) => {
    setSaving(true)
    const saved = (await save()).kind === 'done'
    setSaving(false)
    failed.current = !saved
    if (saved) onLeave()
    else onStay()
  }
  return (
    <UnsavedChangesDialog
      open={open}
      saving={saving}
      onStay={onStay}
      onLeave={onLeave}
      onSave={save && (() => void saveAndLeave(save))}
      finalFocus={toMend.current}
      texts={{
        title: text('ui.leave.title'),
        text: text('ui.leave.text'),
        stay: text('ui.leave.stay'),
        leave: text('ui.leave.confirm'),
        save: text('ui.leave.save'),
        close: text('ui.close'),
      }}
    />
  )
}
