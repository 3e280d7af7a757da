import { writeTranslations } from '@kinora/core'
import { Download, SquarePen, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { useFileChooser } from '../ui/form/file-chooser.tsx'
import { BackLink } from '../ui/frame/back-link.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { LazyMount } from '../ui/lazy-mount.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { textColumns } from './text-columns.tsx'
import type { TextListProps } from './text-list.tsx'
import type { TextRow } from './text-rows.ts'
import { useTranslationTexts } from './texts.ts'
import { useTextList } from './use-text-list.ts'

const TextDialog = lazyPart(async () => ({ default: (await import('./text-dialog.tsx')).TextDialog }))
const TextImport = lazyPart(async () => ({ default: (await import('./text-import.tsx')).TextImport }))

const rowId = (row: TextRow) => row.key

/** The list itself, with every catalogue. */
export function TextTable({ location, backHref }: TextListProps) {
  const texts = useTranslationTexts()
  const { text } = texts
  const list = useTextList(location)
  const [editing, setEditing] = useState<{ key: string; open: boolean; nth: number }>()
  const [imported, setImported] = useState<{ file: File; open: boolean; nth: number }>()
  const columns = useMemo(() => textColumns(texts), [texts])
  const rowActions = useMemo(
    () => ({
      width: 52,
      render: ({ key }: TextRow) => (
        <IconButton
          label={text('ui.texts.edit', { key })}
          icon={<SquarePen size={16} aria-hidden="true" />}
          onClick={() => setEditing(before => ({ key, open: true, nth: (before?.nth ?? 0) + 1 }))}
        />
      ),
    }),
    [text],
  )
  const chooser = useFileChooser({
    accept: '.json',
    onFiles: ([chosen]) => {
      if (chosen !== undefined)
        setImported(before => ({ file: chosen, open: true, nth: (before?.nth ?? 0) + 1 }))
    },
  })
  const replaced = list.everything.flatMap(row => row.replaced ?? [])
  const row = list.everything.find(({ key }) => key === editing?.key)
  return (
    <ResourceList
      title={text('ui.admin.texts')}
      text={text('ui.admin.textsText')}
      back={<BackLink href={backHref}>{text('ui.admin.title')}</BackLink>}
      actions={
        <>
          {chooser.input}
          <Button
            icon={<Upload size={16} aria-hidden="true" />}
            disabled={list.loading}
            onClick={chooser.choose}
          >
            {text('ui.texts.import')}
          </Button>
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            disabled={replaced.length === 0}
            onClick={() => void saveTexts(writeTranslations(replaced))}
          >
            {text('ui.texts.export')}
          </Button>
        </>
      }
      selectors={
        <Checkbox
          label={text('ui.texts.filterReplaced')}
          checked={list.onlyReplaced}
          onChange={event =>
            list.change({ filters: { replaced: event.target.checked ? ['true'] : undefined } })
          }
        />
      }
      list={list}
      rowId={rowId}
      columns={columns}
      rowActions={rowActions}
      searchLabel={text('ui.texts.search')}
      count={count => text('ui.texts.count', { count })}
      empty={<EmptyState title={text('ui.texts.emptyTitle')} />}
    >
      <LazyMount when={editing?.open ?? false}>
        {row === undefined ? null : (
          <TextDialog
            key={editing?.nth}
            row={row}
            open={editing?.open ?? false}
            onClose={() => setEditing(before => before && { ...before, open: false })}
          />
        )}
      </LazyMount>
      <LazyMount when={imported?.open ?? false}>
        {imported === undefined ? null : (
          <TextImport
            key={imported.nth}
            file={imported.file}
            replaced={replaced}
            open={imported.open}
            onClose={() => setImported(before => before && { ...before, open: false })}
          />
        )}
      </LazyMount>
    </ResourceList>
  )
}

const saveTexts = (json: string): Promise<string> =>
  saveFile({ body: json, contentType: 'application/json' }, 'texts.json')
