import { fromWireDate, type Text, toDay } from '@kinora/core'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { formsOf, type TextRow } from './text-rows.ts'
import type { TranslationTextsOf } from './texts.ts'

/** Key, what the catalogue says, what is shown instead, and who changed it. */
export function textColumns({ text, issue }: TranslationTextsOf): DataTableColumn<TextRow>[] {
  const changed = ({ replaced }: TextRow): string => {
    if (replaced === undefined) return '—'
    const date = fromWireDate(replaced.updatedDate)
    return [date && toDay(date), replaced.updatedBy].filter(Boolean).join(' · ')
  }
  return [
    {
      id: 'key',
      header: text('ui.texts.columnKey'),
      width: 200,
      grow: 2,
      cell: ({ key }) => (
        <bdi className="kn-truncate kn-texts-key" dir="ltr" title={key}>
          {key}
        </bdi>
      ),
    },
    {
      id: 'original',
      header: text('ui.texts.columnOriginal'),
      width: 220,
      grow: 3,
      cell: ({ original }) =>
        original === undefined ? (
          <span className="kn-truncate">{text('ui.texts.gone')}</span>
        ) : (
          <Forms of={original} />
        ),
    },
    {
      id: 'replacement',
      header: text('ui.texts.columnReplacement'),
      width: 220,
      grow: 3,
      cell: ({ replaced, problem }) =>
        replaced === undefined ? (
          '—'
        ) : (
          <span className="kn-texts-words">
            <Forms of={replaced.text} />
            {problem === undefined ? null : (
              <span className="kn-texts-problem" title={issue(problem)}>
                {text('ui.texts.broken')} {issue(problem)}
              </span>
            )}
          </span>
        ),
    },
    {
      id: 'changed',
      header: text('ui.texts.columnChanged'),
      width: 150,
      grow: 1,
      wideOnly: true,
      cell: row => <span className="kn-truncate">{changed(row)}</span>,
    },
  ]
}

/** In one line; a text by number as its two forms. */
function Forms({ of }: { of: Text }) {
  const words = formsOf(of).join(' | ')
  return (
    <span className="kn-truncate" dir="auto" title={words}>
      {words}
    </span>
  )
}
