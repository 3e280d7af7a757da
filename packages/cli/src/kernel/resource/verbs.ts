import { text } from '../../texts.ts'
import { type FillCommand, type LazyCommand, manyOf } from '../lazy.ts'
import type { AnyResource, Resource } from './definition.ts'
import { addDelete } from './delete.ts'
import { addList, addShow } from './read.ts'
import { addCreate, addEdit } from './write.ts'

/** `list`, `show`, `create`, `edit` and `delete` of a noun; flags are made for the verb that is called. */
export function resourceVerbs<Row extends object>(resource: Resource<Row>): readonly LazyCommand[] {
  const noun = resource as unknown as AnyResource
  const { command, calls } = noun
  const verb = (name: 'list' | 'show' | 'create' | 'edit' | 'delete', fill: FillCommand): LazyCommand => ({
    name,
    summary: text(`resource.${name}`, { many: manyOf(command) }),
    load: async () => fill,
  })
  return [
    verb('list', addList(noun)),
    verb('show', addShow(noun)),
    ...(calls.create === undefined ? [] : [verb('create', addCreate(noun, calls.create))]),
    ...(calls.update === undefined ? [] : [verb('edit', addEdit(noun, calls.update))]),
    ...(calls.remove === undefined ? [] : [verb('delete', addDelete(noun, calls.remove))]),
  ]
}
