import { text } from '../../texts.ts'
import type { FillCommand, LazyCommand } from '../lazy.ts'
import type { Resource } from './definition.ts'
import { addDelete } from './delete.ts'
import { addList, addShow } from './read.ts'
import { addCreate, addEdit } from './write.ts'

/** `list`, `show`, `create`, `edit` and `delete` of a noun; flags are made for the verb that is called. */
export function resourceVerbs<Row extends object>(resource: Resource<Row>): readonly LazyCommand[] {
  const { one, many, calls } = resource
  const verb = (name: 'list' | 'show' | 'create' | 'edit' | 'delete', fill: FillCommand): LazyCommand => ({
    name,
    summary: text(`resource.${name}`, { one, many }),
    load: async () => fill,
  })
  return [
    verb('list', addList(resource)),
    verb('show', addShow(resource)),
    ...(calls.create === undefined ? [] : [verb('create', addCreate(resource, calls.create))]),
    ...(calls.update === undefined ? [] : [verb('edit', addEdit(resource, calls.update))]),
    ...(calls.remove === undefined ? [] : [verb('delete', addDelete(resource, calls.remove))]),
  ]
}
