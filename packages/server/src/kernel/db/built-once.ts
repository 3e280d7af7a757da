import type { Database } from '../../ports/db.ts'

interface Prepared<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>
}

/** A statement as Drizzle's builders give it. */
interface Built<Row> {
  prepare(name: string): Prepared<Row>
}

/**
 * A statement of a busy path, built once for each database and shape: Drizzle takes half as long to build one as the
 * database to answer it. What differs between calls stands in it as `sql.placeholder`.
 */
export function builtOnce<Shape extends string, Row>(build: (db: Database, shape: Shape) => Built<Row>) {
  const known = new WeakMap<Database, Map<Shape, Prepared<Row>>>()
  return (db: Database, shape: Shape, values: Record<string, unknown>): Promise<Row[]> => {
    const shapes = known.get(db) ?? new Map<Shape, Prepared<Row>>()
    known.set(db, shapes)
    // Without a name of its own: what a database keeps is the adapter's business (decision 0023).
    const prepared = shapes.get(shape) ?? build(db, shape).prepare('')
    shapes.set(shape, prepared)
    return prepared.execute(values)
  }
}
