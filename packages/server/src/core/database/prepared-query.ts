/**
 * Executions of prepared statements that ask PostgreSQL for the description of the result only once for each statement and connection. The driver asks at
 * each execution, and reading the descriptions of some thirty columns costs about 15 % of the processor time of a small read (ADR 84).
 */
import { Query, type QueryConfig, type QueryResult } from 'pg';

/** What the driver derives from the description of a result. PostgreSQL refuses to execute a prepared statement whose result has changed. */
type ResultForm = Pick<DriverResult, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;

/** The parts of the result of the driver that this file uses; its types declare none of them. */
type DriverResult = { fields: unknown[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown };
/** The parts of a query of the driver that this file uses. */
type DriverQuery = {
  readonly name: string;
  readonly _result: DriverResult;
  _accumulateRows: boolean;
  submit(connection: DriverConnection): Error | null;
  handleCommandComplete(message: unknown, connection: unknown): void;
};
/** The part of a connection of the driver that this file uses. */
type DriverConnection = { describe(message: unknown): void };
type Callback = (error: Error | null, result: QueryResult) => void;

const BaseQuery = Query as unknown as new (config: QueryConfig, values: undefined, callback: Callback) => DriverQuery;

/** The forms of the results of one connection, by the names of its prepared statements. */
export class ResultForms {
  readonly #forms = new Map<string, ResultForm>();
  #isKnown = false;

  /** `connection` is that of a client of the driver. Replaces its `describe` by one that asks for no description of a known form. */
  constructor(connection: object) {
    const driver = connection as DriverConnection;
    const describe = driver.describe.bind(driver);
    driver.describe = (message) => {
      if (!this.#isKnown) describe(message);
    };
  }

  /** Returns an execution of a statement with a name. The client sends it by its `query`. */
  prepared(config: QueryConfig, callback: Callback): object {
    return new PreparedQuery(this, config, callback);
  }

  /** Runs `submit`, during which the driver asks for a description only if the form is not known. Returns the form. */
  submitting<Result>(name: string, submit: () => Result): { result: Result; form: ResultForm | undefined } {
    const form = this.#forms.get(name);
    this.#isKnown = form !== undefined;
    try {
      return { result: submit(), form };
    } finally {
      this.#isKnown = false;
    }
  }

  /** Stores the form of the first result of a statement. */
  learn(name: string, { fields, _parsers, _prebuiltEmptyResultObject }: DriverResult): void {
    if (!this.#forms.has(name)) this.#forms.set(name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

class PreparedQuery extends BaseQuery {
  readonly #forms: ResultForms;

  constructor(forms: ResultForms, config: QueryConfig, callback: Callback) {
    super(config, undefined, callback);
    this.#forms = forms;
  }

  override submit(connection: DriverConnection): Error | null {
    const { result, form } = this.#forms.submitting(this.name, () => super.submit(connection));
    if (form) {
      // What the driver does when a description arrives.
      Object.assign(this._result, form);
      this._accumulateRows = true;
    }
    return result;
  }

  // The form is stored at the end, because a statement without a result gets no description, and must not ask for one again either.
  override handleCommandComplete(message: unknown, connection: unknown): void {
    this.#forms.learn(this.name, this._result);
    super.handleCommandComplete(message, connection);
  }
}
