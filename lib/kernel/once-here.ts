/** What `next` makes of a value: at once where the value is here, for an `await` costs a call more than most of what it does. */
export const onceHere = <Value, Made>(
  value: Value | Promise<Value>,
  next: (value: Value) => Made | Promise<Made>,
): Made | Promise<Made> => (value instanceof Promise ? value.then(next) : next(value))
