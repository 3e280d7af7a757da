import type { View, ViewList } from '@kinora/core'
import { toNumber } from '@kinora/core'
import { useQueries } from '@tanstack/react-query'
import { BookmarkPlus, Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocale } from '../kernel/locale.ts'
import { useActingTenant } from '../kernel/provider.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Menu, type MenuAction, type MenuGroup } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useViews, useViewTexts, type Views } from './use-views.ts'
import { ViewDialog } from './view-dialog.tsx'

export interface ViewTabsProps {
  list: ViewList
  /** Of administrators: the tenant whose shared views come along. */
  tenant?: string | undefined
  /** What the list shows now: parameters without a page. */
  address: string
  /** The same as a view keeps it, with what a person has chosen beside the address. */
  toKeep: string
  /** An address of a view as the list writes it. */
  toCanonical: (address: string) => string
  onOpen: (address: string) => void
  /** How many rows an address finds, the noun whose writes change that, and what is asked for beside the address. */
  count: { noun: string; of?: string; read: (address: string) => Promise<number> }
  /** Of what is shown now; undefined until it is known, and other counts are asked for after it. */
  total: number | undefined
}

type Asking = { act: 'save' } | { act: 'rename' | 'delete'; view: View }

/** The saved views of a list as tabs, each with its count; a view is an address, and the tab that fits the present one is marked. */
export function ViewTabs(props: ViewTabsProps) {
  const { address, toKeep, onOpen, toCanonical, total } = props
  const { text } = useViewTexts()
  const views = useViews(props)
  const { found } = views
  const [asked, setAsked] = useState<Asking>()
  const [moved, setMoved] = useState('')
  const current = found.find(view => toCanonical(view.address) === address)
  const base = useLastOpened(found, current, address)
  const others = found.filter(view => view !== current).map(view => view.address)
  const counts = useCounts(found.length > 0 && address !== '' ? ['', ...others] : others, props)
  const keep = async (view: View) => {
    const { kind } = await views.update(view, { address: toKeep })
    if (kind === 'done') onOpen(toKeep)
  }
  const move = async (view: View, by: -1 | 1) => {
    const place = await views.move(view, by)
    if (place > 0) setMoved(text('ui.views.moved', { name: view.name, place, count: found.length }))
  }
  return (
    <div className="kn-views">
      <nav className="kn-tabs" aria-label={text('ui.views')}>
        <ViewTab
          name={text('ui.views.all')}
          count={address === '' ? total : counts.get('')}
          isCurrent={address === ''}
          onOpen={() => onOpen('')}
        />
        {found.map(view => (
          <ViewTab
            key={view.viewId}
            name={view.name}
            title={view.isShared ? text('ui.views.sharedBy', { name: view.owner }) : undefined}
            count={view === current ? total : counts.get(view.address)}
            isCurrent={view === current}
            onOpen={() => onOpen(view.address)}
          />
        ))}
      </nav>
      {current === undefined ? (
        <SaveButton base={base} isAll={address === ''} onAsk={setAsked} onKeep={keep} />
      ) : (
        <ViewMenu view={current} views={views} onAsk={setAsked} onMove={move} />
      )}
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <ActDialog {...{ asked, views, toKeep, onOpen }} onClose={() => setAsked(undefined)} />
    </div>
  )
}

interface ActDialogProps extends Pick<ViewTabsProps, 'toKeep' | 'onOpen'> {
  asked: Asking | undefined
  views: Views
  onClose: () => void
}

/** Saves what is shown as a view, or gives one another name, or deletes it. */
function ActDialog({ asked, views, toKeep, onOpen, onClose }: ActDialogProps) {
  const { text } = useViewTexts()
  return (
    <>
      {asked?.act === 'save' ? (
        <ViewDialog
          title={text('ui.views.save')}
          start={{ name: '', address: toKeep, isShared: false }}
          asksToShare
          onSave={views.create}
          onSaved={() => onOpen(toKeep)}
          onClose={onClose}
        />
      ) : null}
      {asked?.act === 'rename' ? (
        <ViewDialog
          title={text('ui.views.renameOf', { name: asked.view.name })}
          start={asked.view}
          asksToShare={false}
          onSave={({ name }) => views.update(asked.view, { name })}
          onClose={onClose}
        />
      ) : null}
      <DeleteView
        view={asked?.act === 'delete' ? asked.view : undefined}
        views={views}
        onClose={onClose}
        onDeleted={() => onOpen('')}
      />
    </>
  )
}

interface ViewTabProps {
  name: string
  title?: string | undefined
  count: number | undefined
  isCurrent: boolean
  onOpen: () => void
}

/** A place of the same page: the address is the list's to write, so that it is a button. */
function ViewTab({ name, title, count, isCurrent, onOpen }: ViewTabProps) {
  const locale = useLocale()
  return (
    <button
      type="button"
      className="kn-tab kn-view-tab"
      title={title}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onOpen}
    >
      <bdi>{name}</bdi>
      {count === undefined ? null : <span className="kn-tab-count">{toNumber(count, locale)}</span>}
    </button>
  )
}

/** The view that was opened last, which what is shown now may have come from; nothing once all is shown again. */
function useLastOpened(found: readonly View[], current: View | undefined, address: string): View | undefined {
  const last = useRef<string>(undefined)
  if (current !== undefined) last.current = current.viewId
  else if (address === '') last.current = undefined
  return found.find(({ viewId }) => viewId === last.current)
}

interface SaveButtonProps {
  base: View | undefined
  isAll: boolean
  onAsk: (asked: Asking) => void
  onKeep: (view: View) => Promise<void>
}

function SaveButton({ base, isAll, onAsk, onKeep }: SaveButtonProps) {
  const { text } = useViewTexts()
  if (isAll) return null
  const icon = <BookmarkPlus size={16} aria-hidden="true" />
  if (!base?.isMine)
    return (
      <Button variant="quiet" size="compact" icon={icon} onClick={() => onAsk({ act: 'save' })}>
        {text('ui.views.save')}
      </Button>
    )
  const actions = [
    {
      label: text('ui.views.saveChanges', { name: base.name }),
      onSelect: () => void onKeep(base),
    },
    { label: text('ui.views.saveAs'), onSelect: () => onAsk({ act: 'save' }) },
  ]
  return (
    <Menu
      placement="bottom-start"
      trigger={
        <Button variant="quiet" size="compact" icon={icon}>
          {text('ui.views.save')}
        </Button>
      }
      groups={[{ actions }]}
    />
  )
}

interface ViewMenuProps {
  view: View
  views: Views
  onAsk: (asked: Asking) => void
  onMove: (view: View, by: -1 | 1) => Promise<void>
}

/** What can be done with the view that is open. */
function ViewMenu({ view, views, onAsk, onMove }: ViewMenuProps) {
  const { text } = useViewTexts()
  const place = views.found.indexOf(view)
  const own: MenuAction[] = view.isMine
    ? [
        { label: text('ui.views.rename'), onSelect: () => onAsk({ act: 'rename', view }) },
        {
          label: text(view.isShared ? 'ui.views.unshare' : 'ui.views.share'),
          onSelect: () => void views.update(view, { isShared: !view.isShared }),
        },
      ]
    : []
  const moves: MenuAction[] = [
    {
      label: text('ui.views.earlier'),
      disabled: place === 0,
      onSelect: () => void onMove(view, -1),
    },
    {
      label: text('ui.views.later'),
      disabled: place === views.found.length - 1,
      onSelect: () => void onMove(view, 1),
    },
  ]
  const remove: MenuAction[] = view.isMine
    ? [{ label: text('ui.views.delete'), tone: 'negative', onSelect: () => onAsk({ act: 'delete', view }) }]
    : []
  const groups: MenuGroup[] = [{ actions: own }, { actions: moves }, { actions: remove }]
  return (
    <Menu
      placement="bottom-start"
      trigger={
        <IconButton
          label={text('ui.views.actions', { name: view.name })}
          icon={<Ellipsis size={16} aria-hidden="true" />}
          tooltip={false}
        />
      }
      groups={groups.filter(({ actions }) => actions.length > 0)}
    />
  )
}

interface DeleteViewProps {
  view: View | undefined
  views: Views
  onClose: () => void
  onDeleted: () => void
}

function DeleteView({ view, views, onClose, onDeleted }: DeleteViewProps) {
  const { text, error } = useViewTexts()
  const toasts = useToasts()
  if (view === undefined) return null
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={text('ui.deleteNamed', { name: view.name })}
      text={text('ui.views.deleteText')}
      losses={view.isShared ? [text('ui.views.deleteShared')] : []}
      confirmLabel={text('ui.views.delete')}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
      busy={views.removing.isPending}
      error={views.removing.error === null ? undefined : error(views.removing.error)}
      onConfirm={async () => {
        const { kind } = await views.remove(view)
        if (kind !== 'done') return
        toasts.show({ text: text('ui.views.deleted', { name: view.name }), tone: 'positive' })
        onClose()
        onDeleted()
      }}
    />
  )
}

/** How many rows each address finds; undefined until it is known. They come after the page, as its own count does (decision 0006). */
function useCounts(
  addresses: readonly string[],
  { list, count, total }: Pick<ViewTabsProps, 'list' | 'count' | 'total'>,
): ReadonlyMap<string, number | undefined> {
  const tenantId = useActingTenant()?.tenantId
  return useQueries({
    queries: addresses.map(address => ({
      queryKey: [count.noun, 'count', list, address, tenantId, count.of],
      queryFn: () => count.read(address),
      enabled: total !== undefined,
    })),
    combine: results => new Map(results.map(({ data }, index) => [addresses[index]!, data])),
  })
}
