using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

/// <summary>
/// A client of the integration API in one file, without packages, for .NET Framework 4.7.1, .NET 6 or newer, and Mono: copy it into your
/// system.
///
/// What it does for a till: it repeats a call whose answer was lost, with growing, random waits, until a deadline; it waits as
/// <c>Retry-After</c> says; it keeps one token for all callers and renews it in time. It cannot remember a sale. Before <c>ApplyAsync</c>
/// and before <c>ConfirmAsync</c>, keep with the sale a key of <c>AliadoClient.NewIdempotencyKey()</c> and what you send; after an
/// <c>AliadoUnanswered</c>, also after a restart, send the same again with the same key: nothing is ever done twice.
///
/// Amounts are RD$ as <c>decimal</c> of at most two decimals. An answer may bring fields that are not written here, which are passed over,
/// and values that are not named. (The whole API: <c>/developers</c> of the offices.)
/// </summary>
namespace Aliado
{
    public sealed class ClientOptions
    {
        /// <summary>How long a call may last in all, its waits and repetitions included, unless a call says otherwise.</summary>
        public TimeSpan Deadline { get; set; } = TimeSpan.FromSeconds(20);

        /// <summary>How long one try may last before its answer counts as lost.</summary>
        public TimeSpan TryMax { get; set; } = TimeSpan.FromSeconds(8);

        public int TriesMax { get; set; } = 5;

        /// <summary>The first wait is random, from none to this. The range doubles for each next one.</summary>
        public TimeSpan Backoff { get; set; } = TimeSpan.FromSeconds(0.5);

        /// <summary>The most that this range grows to.</summary>
        public TimeSpan BackoffMax { get; set; } = TimeSpan.FromSeconds(5);

        /// <summary>The longest wait for a <c>Retry-After</c>.</summary>
        public TimeSpan RetryAfterMax { get; set; } = TimeSpan.FromSeconds(30);

        /// <summary>Where tokens are asked for, when that is not <c>/connect/token</c> of the service.</summary>
        public string TokenUrl { get; set; }

        /// <summary>Sent with every request, such as <c>User-Agent</c> or <c>X-Terminal-Id</c>.</summary>
        public IDictionary<string, string> Headers { get; set; } = new Dictionary<string, string>();

        /// <summary>Called at every repetition, for your log.</summary>
        public Action<Retry> OnRetry { get; set; }

        /// <summary>The source of chance for the waits, from 0 up to 1.</summary>
        public Func<double> Random { get; set; }
    }

    /// <summary>A repetition, for your log. It holds no secret and nothing about a customer.</summary>
    public sealed class Retry
    {
        /// <summary>Such as <c>POST /api/v1/integrations/consumptions</c>.</summary>
        public string Operation { get; internal set; }

        public string RequestId { get; internal set; }

        /// <summary>How often it has been tried so far.</summary>
        public int Tries { get; internal set; }

        public TimeSpan Wait { get; internal set; }

        /// <summary>Of the answer that made it necessary; 0 when none came.</summary>
        public int Status { get; internal set; }

        public string Code { get; internal set; }
    }

    /// <summary>
    /// Why a call gave no value. Its message may be shown to the cashier; <c>RequestId</c> is what support asks for.
    /// </summary>
    public abstract class AliadoError : Exception
    {
        /// <summary>HTTP status of the last answer; 0 when none came.</summary>
        public int Status { get; }

        /// <summary>The service's stable code; null when the last answer was not the service's. Branch on it.</summary>
        public string Code { get; }

        public string Title { get; }

        public IReadOnlyList<Message> Messages { get; }

        public string RequestId { get; }

        /// <summary>How long the last answer asked to wait, if it did.</summary>
        public TimeSpan? RetryAfter { get; }

        internal AliadoError(string message, string requestId, Reply reply, Exception cause) : base(message, cause)
        {
            Status = reply == null ? 0 : reply.Status;
            Code = reply == null ? null : reply.Code;
            Title = reply == null ? null : reply.Problem.Title;
            Messages = reply == null ? new List<Message>() : reply.Messages;
            RequestId = (reply == null ? null : reply.RequestId) ?? requestId;
            RetryAfter = reply == null ? null : reply.RetryAfter;
        }
    }

    /// <summary>
    /// The service refused the call, and nothing was done. The same call is refused again until the cause that <c>Code</c> names is
    /// corrected. (With 401 and 403 the cause is the credential: keep a paid sale, and confirm it with the same key when the credential
    /// is right.)
    /// </summary>
    public sealed class AliadoRefused : AliadoError
    {
        internal AliadoRefused(string message, string requestId, Reply reply) : base(message, requestId, reply, null) { }
    }

    /// <summary>
    /// Outcome unknown: no answer that settles it came in time, so what was asked may have been done, or not. Keep the sale, and send the
    /// same again with the same key, not sooner than <c>RetryAfter</c>. A purchase whose apply ends so may be charged without the benefit:
    /// what was reserved ends by itself.
    /// </summary>
    public sealed class AliadoUnanswered : AliadoError
    {
        internal AliadoUnanswered(string message, string requestId, Reply reply, Exception cause)
            : base(message, requestId, reply, cause) { }
    }

    /// <summary>One for each credential, for as long as your system runs; its threads may share it.</summary>
    public sealed class AliadoClient : IDisposable
    {
        /// <summary>As the contract says: a token is renewed when less than one minute remains.</summary>
        private static readonly TimeSpan RenewBefore = TimeSpan.FromMinutes(1);

        private static readonly Regex Uuid = new Regex(@"\A[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\z", RegexOptions.IgnoreCase);
        private static readonly Regex Secret = new Regex(@"\A[\x21-\x7e]+\z");
        private static readonly Regex Line = new Regex(@"\A[\x20-\x7e]*\z");

        private readonly string url;
        private readonly string tokenUrl;
        private readonly string apiKey;
        private readonly string clientId;
        private readonly string clientSecret;
        private readonly ClientOptions options;
        private readonly HttpClient http;
        private readonly Random chance = new Random();
        private readonly object gate = new object();
        private Token token;
        private Task<Token> renewal;

        /// <summary>
        /// A credential is an API key, or an OAuth client's id and secret. <c>url</c> is the service's address, without <c>/api/v1</c>.
        /// </summary>
        public AliadoClient(
            string url,
            string apiKey = null,
            string clientId = null,
            string clientSecret = null,
            ClientOptions options = null)
        {
            var isKey = clientId == null && clientSecret == null;
            if (apiKey != null && !isKey)
                throw new ArgumentException("A credential is an API key or an OAuth client, not both.");
            var secrets = isKey ? new[] { apiKey } : new[] { clientId, clientSecret };
            // A header is a line: what breaks it would be another header. The error does not repeat a secret.
            if (!secrets.All(secret => secret != null && Secret.IsMatch(secret)))
                throw new ArgumentException("A credential must be given, as printable characters without spaces.");
            this.options = options ?? new ClientOptions();
            if (!this.options.Headers.Values.All(text => Line.IsMatch(text)))
                throw new ArgumentException("Headers must be printable characters.");
            this.url = new Uri(url).AbsoluteUri.TrimEnd('/');
            this.apiKey = apiKey;
            this.clientId = clientId;
            this.clientSecret = clientSecret;
            tokenUrl = this.options.TokenUrl ?? this.url + "/connect/token";
            var handler = new HttpClientHandler
            {
                // A redirection is never followed: it would take the credential to another address.
                AllowAutoRedirect = false,
                UseCookies = false,
                // .NET Framework allows two, for all tills of a server together.
                MaxConnectionsPerServer = 100,
            };
            http = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
        }

        /// <summary>
        /// A key for one operation, apply or confirm: make it once, and keep it with the sale before the call. A UUID of version 7 (RFC 9562),
        /// of its moment and 74 random bits: the service stores keys of one time together.
        /// </summary>
        public static string NewIdempotencyKey()
        {
            var moment = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds().ToString("x12", CultureInfo.InvariantCulture);
            return moment.Substring(0, 8) + "-" + moment.Substring(8) + "-7" + Guid.NewGuid().ToString().Substring(15);
        }

        /// <summary>Whose the credential is and what it may do: to ask when a till starts, or to see whether a key works.</summary>
        public Task<CredentialDescription> CredentialAsync(TimeSpan? deadline = null)
        {
            return ValueOf<CredentialDescription>(Get("/api/v1/integrations/credential"), deadline);
        }

        /// <summary>They change rarely: keep them for a day.</summary>
        public Task<List<IdentificationType>> IdentificationTypesAsync(TimeSpan? deadline = null)
        {
            return ValueOf<List<IdentificationType>>(Get("/api/v1/integrations/identification-types"), deadline);
        }

        /// <summary>Whether a customer has benefits today, and which. When not, charge the purchase normally: no reason is given.</summary>
        public Task<Eligibility> EligibilityAsync(EligibilityRequest person, TimeSpan? deadline = null)
        {
            return ValueOf<Eligibility>(Post(Kind.Reading, "/api/v1/integrations/eligibility", person), deadline);
        }

        /// <summary>Reserves a discount. <c>FinalAmount</c> is what to charge.</summary>
        public Task<Authorization> ApplyAsync(Purchase purchase, string idempotencyKey, TimeSpan? deadline = null)
        {
            var question = Post(Kind.KeyedWriting, "/api/v1/integrations/discounts/apply", purchase, Checked(idempotencyKey));
            return ValueOf<Authorization>(question, deadline);
        }

        /// <summary>Registers the consumption of a purchase that is paid, and of no other. Its key is not that of apply.</summary>
        public Task<Consumption> ConfirmAsync(Paid paid, string idempotencyKey, TimeSpan? deadline = null)
        {
            var question = Post(Kind.KeyedWriting, "/api/v1/integrations/consumptions", paid, Checked(idempotencyKey));
            return ValueOf<Consumption>(question, deadline);
        }

        /// <summary>
        /// What exists for a purchase, for a till that has lost its memory. Refused with 404 when nothing was ever reserved for it.
        /// </summary>
        public Task<Standing> StandingAsync(string reference, TimeSpan? deadline = null)
        {
            var query = new Dictionary<string, object> { { "reference", reference } };
            return ValueOf<Standing>(Get("/api/v1/integrations/discounts/authorizations", query), deadline);
        }

        /// <summary>Gives a reservation back at once, when the customer gives up. Without it, it ends by itself.</summary>
        public Task<Authorization> ReleaseAsync(string authorizationCode, string reference, TimeSpan? deadline = null)
        {
            var body = new Held { AuthorizationCode = authorizationCode, Reference = reference };
            return ValueOf<Authorization>(Post(Kind.Writing, "/api/v1/integrations/discounts/release", body), deadline);
        }

        /// <summary>
        /// The merchant's consumptions, newest registered first, fetched page by page as they are read. Each page has its own deadline.
        /// </summary>
        public ConsumptionReader Consumptions(ConsumptionFilter filter = null, TimeSpan? deadline = null)
        {
            return new ConsumptionReader(this, filter ?? new ConsumptionFilter(), deadline);
        }

        public void Dispose()
        {
            http.Dispose();
        }

        internal async Task<Envelope<List<ListedConsumption>>> PageAsync(
            ConsumptionFilter filter,
            string cursor,
            TimeSpan? deadline)
        {
            var query = new Dictionary<string, object>
            {
                { "from", filter.From },
                { "to", filter.To },
                { "branchId", filter.BranchId },
                { "reference", filter.Reference },
                { "code", filter.Code },
                { "limit", filter.PageSize },
                { "cursor", cursor },
            };
            return await Ask<Envelope<List<ListedConsumption>>>(Get("/api/v1/consumptions", query), deadline).ConfigureAwait(false);
        }

        private Question Get(string path, IEnumerable<KeyValuePair<string, object>> query = null)
        {
            var asked = (query ?? new Dictionary<string, object>())
                .Where(entry => entry.Value != null)
                .Select(entry => Form(entry.Key) + "=" + Form(Convert.ToString(entry.Value, CultureInfo.InvariantCulture)));
            var search = string.Join("&", asked);
            return new Question
            {
                Method = HttpMethod.Get,
                Url = url + path + (search == "" ? "" : "?" + search),
                Operation = "GET " + path,
                Kind = Kind.Reading,
            };
        }

        private Question Post<Body>(Kind kind, string path, Body body, string key = null)
        {
            using (var text = new MemoryStream())
            {
                new DataContractJsonSerializer(typeof(Body)).WriteObject(text, body);
                return new Question
                {
                    Method = HttpMethod.Post,
                    Url = url + path,
                    Operation = "POST " + path,
                    Kind = kind,
                    Key = key,
                    ContentType = "application/json",
                    Body = text.ToArray(),
                };
            }
        }

        private async Task<Value> ValueOf<Value>(Question question, TimeSpan? deadline) where Value : class
        {
            return (await Ask<Envelope<Value>>(question, deadline).ConfigureAwait(false)).Value;
        }

        /// <summary>Repeats a request until an answer settles it, or until the deadline is too near for another try.</summary>
        private async Task<Granted> Ask<Granted>(Question question, TimeSpan? deadline) where Granted : class, IAnswer
        {
            var endsAt = Clock.Now + (deadline ?? options.Deadline);
            // One for all tries: it is known also when no answer comes, and finds every try in the service's records.
            var requestId = NewRequestId();
            Func<Reply, Exception, AliadoUnanswered> unanswered = (last, cause) =>
                new AliadoUnanswered(UnansweredText(question, last), requestId, last, cause);
            // Whether an earlier try may have taken effect.
            var isOpen = false;
            var isTokenRenewed = false;
            for (var tries = 1; ; tries++)
            {
                Token bearer;
                try
                {
                    bearer = await TokenFor(question, endsAt).ConfigureAwait(false);
                }
                catch (AliadoRefused)
                {
                    if (isOpen) throw unanswered(null, null);
                    throw;
                }
                catch (Exception cause)
                {
                    throw unanswered(null, cause);
                }
                var left = endsAt - Clock.Now;
                if (left <= TimeSpan.Zero) throw unanswered(null, null);
                var outcome = await Try(question, requestId, bearer, Least(options.TryMax, left)).ConfigureAwait(false);
                var reply = outcome.Reply;
                var granted = reply != null && reply.Status < 300 ? reply.As<Granted>() : null;
                if (granted != null && granted.IsWhole) return granted;

                if (reply != null && reply.Status == 401 && bearer != null && !isTokenRenewed)
                {
                    // The token was revoked, or expired on its way. It is renewed once in a call: when one new token does not help,
                    // another does not either.
                    isTokenRenewed = true;
                    Forget(bearer);
                    tries--;
                    continue;
                }
                if (reply != null && reply.IsFinal)
                {
                    if (isOpen && !reply.IsJudged) throw unanswered(reply, null);
                    throw new AliadoRefused(reply.RefusedText, requestId, reply);
                }
                if ((reply == null || reply.Status != 429) && question.IsWriting) isOpen = true;

                var wait = WaitOf(tries, reply);
                if (tries >= options.TriesMax || wait >= endsAt - Clock.Now) throw unanswered(reply, outcome.Cause);
                if (options.OnRetry != null)
                {
                    options.OnRetry(new Retry
                    {
                        Operation = question.Operation,
                        RequestId = requestId,
                        Tries = tries,
                        Wait = wait,
                        Status = reply == null ? 0 : reply.Status,
                        Code = reply == null ? null : reply.Code,
                    });
                }
                await Task.Delay(wait).ConfigureAwait(false);
            }
        }

        /// <summary>Full jitter: tills that failed together do not come back together, also when all of them were told the same wait.</summary>
        private TimeSpan WaitOf(int tries, Reply reply)
        {
            var told = Least((reply == null ? null : reply.RetryAfter) ?? TimeSpan.Zero, options.RetryAfterMax);
            var range = Math.Min(options.BackoffMax.TotalSeconds, options.Backoff.TotalSeconds * Math.Pow(2, tries - 1));
            return told + TimeSpan.FromTicks((long)(NextRandom() * range * TimeSpan.TicksPerSecond));
        }

        private double NextRandom()
        {
            if (options.Random != null) return options.Random();
            lock (chance) return chance.NextDouble();
        }

        /// <summary>One request, which ends in this time whatever the network does.</summary>
        private async Task<Outcome> Try(Question question, string requestId, Token bearer, TimeSpan most)
        {
            using (var cut = new CancellationTokenSource())
            {
                var asked = Send(question, requestId, bearer, cut.Token);
                var late = Task.Delay(most, cut.Token);
                try
                {
                    if (await Task.WhenAny(asked, late).ConfigureAwait(false) == asked)
                        return new Outcome { Reply = await asked.ConfigureAwait(false) };
                    // What still comes of it is of no interest.
                    Ignore(asked);
                    return new Outcome { Cause = new TimeoutException("Nothing whole came in time") };
                }
                // The network's stacks know many; each of them means that no whole answer came.
                catch (Exception cause)
                {
                    return new Outcome { Cause = cause };
                }
                finally
                {
                    cut.Cancel();
                }
            }
        }

        private async Task<Reply> Send(Question question, string requestId, Token bearer, CancellationToken cut)
        {
            using (var request = new HttpRequestMessage(question.Method, question.Url))
            {
                if (question.Body != null)
                {
                    request.Content = new ByteArrayContent(question.Body);
                    request.Content.Headers.ContentType = new MediaTypeHeaderValue(question.ContentType);
                }
                foreach (var header in options.Headers) request.Headers.TryAddWithoutValidation(header.Key, header.Value);
                request.Headers.ExpectContinue = false;
                request.Headers.Add("X-Request-Id", requestId);
                if (question.Key != null) request.Headers.Add("Idempotency-Key", question.Key);
                if (bearer != null) request.Headers.Add("Authorization", "Bearer " + bearer.Text);
                if (apiKey != null && question.Kind != Kind.Token) request.Headers.Add("X-Api-Key", apiKey);
                using (var response = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cut).ConfigureAwait(false))
                {
                    // Read before the body, which some stacks cut silently and then correct the length.
                    var told = response.Content.Headers.ContentLength;
                    var body = await response.Content.ReadAsByteArrayAsync().ConfigureAwait(false);
                    return new Reply(response, told == null || told == body.Length ? body : new byte[0]);
                }
            }
        }

        /// <summary>One request for a token serves all who need it. While the old one lives it is used: no sale waits for a renewal.</summary>
        private async Task<Token> TokenFor(Question question, TimeSpan endsAt)
        {
            if (apiKey != null || question.Kind == Kind.Token) return null;
            Task<Token> renewing;
            lock (gate)
            {
                var life = token == null ? TimeSpan.Zero : token.EndsAt - Clock.Now;
                if (life >= RenewBefore) return token;
                if (renewal == null) renewal = Task.Run(Renew);
                renewing = renewal;
                if (life > TimeSpan.Zero)
                {
                    // A failed renewal is reported only when there is no other token any more.
                    Ignore(renewing);
                    return token;
                }
            }
            var left = Least(endsAt - Clock.Now, TimeSpan.FromDays(1));
            if (left <= TimeSpan.Zero || await Task.WhenAny(renewing, Task.Delay(left)).ConfigureAwait(false) != renewing)
                throw new TimeoutException("No token came before the deadline");
            return await renewing.ConfigureAwait(false);
        }

        private void Forget(Token refused)
        {
            // Another caller may have been refused with the same token before, and have a new one.
            lock (gate)
            {
                if (token == refused) token = null;
            }
        }

        private async Task<Token> Renew()
        {
            try
            {
                var form = "grant_type=client_credentials&client_id=" + Form(clientId) + "&client_secret=" + Form(clientSecret);
                var askedAt = Clock.Now;
                var question = new Question
                {
                    Method = HttpMethod.Post,
                    Url = tokenUrl,
                    Operation = "POST /connect/token",
                    Kind = Kind.Token,
                    ContentType = "application/x-www-form-urlencoded",
                    Body = Encoding.ASCII.GetBytes(form),
                };
                var issued = await Ask<Issued>(question, null).ConfigureAwait(false);
                // Absent: as the contract has it.
                var renewed = new Token(issued.AccessToken, askedAt + TimeSpan.FromSeconds(issued.ExpiresIn ?? 900));
                lock (gate) token = renewed;
                return renewed;
            }
            finally
            {
                lock (gate) renewal = null;
            }
        }

        /// <summary>.NET Framework may end a process for a fault that nobody has looked at.</summary>
        private static void Ignore(Task task)
        {
            task.ContinueWith(ended => ended.Exception, TaskContinuationOptions.OnlyOnFaulted);
        }

        private static TimeSpan Least(TimeSpan one, TimeSpan other)
        {
            return one < other ? one : other;
        }

        /// <summary>As a form has it: a space is a plus.</summary>
        private static string Form(string text)
        {
            return Uri.EscapeDataString(text).Replace("%20", "+");
        }

        private static string Checked(string key)
        {
            if (key != null && Uuid.IsMatch(key)) return key;
            throw new ArgumentException(
                "The idempotency key must be one of NewIdempotencyKey(), kept with the sale before the call.");
        }

        /// <summary>A new id of a request: its moment, by which the service finds the call soonest, and 44 random bits.</summary>
        private static string NewRequestId()
        {
            const string digits = "0123456789abcdefghijklmnopqrstuvwxyz";
            var moment = new char[9];
            var left = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();
            for (var n = moment.Length - 1; n >= 0; n--, left /= 36) moment[n] = digits[(int)(left % 36)];
            return "req_" + new string(moment) + Guid.NewGuid().ToString("N").Substring(0, 11);
        }

        private static string UnansweredText(Question question, Reply reply)
        {
            var last = reply == null ? "" : (", last with HTTP " + reply.Status + " " + reply.Code).TrimEnd();
            return question.Advice + " (" + question.Operation + " was not settled" + last + ".)";
        }
    }

    /// <summary>Reads consumptions one by one: <c>while (await reader.ReadAsync()) … reader.Current …</c></summary>
    public sealed class ConsumptionReader
    {
        private readonly AliadoClient client;
        private readonly ConsumptionFilter filter;
        private readonly TimeSpan? deadline;
        private readonly Queue<ListedConsumption> fetched = new Queue<ListedConsumption>();
        private string cursor;
        private bool isLast;

        internal ConsumptionReader(AliadoClient client, ConsumptionFilter filter, TimeSpan? deadline)
        {
            this.client = client;
            this.filter = filter;
            this.deadline = deadline;
        }

        public ListedConsumption Current { get; private set; }

        /// <summary>Whether there is one more, which is then the current one.</summary>
        public async Task<bool> ReadAsync()
        {
            while (fetched.Count == 0 && !isLast)
            {
                var page = await client.PageAsync(filter, cursor, deadline).ConfigureAwait(false);
                foreach (var consumption in page.Value) fetched.Enqueue(consumption);
                cursor = page.Meta == null ? null : page.Meta.NextCursor;
                isLast = cursor == null;
            }
            Current = fetched.Count == 0 ? null : fetched.Dequeue();
            return Current != null;
        }
    }

    public sealed class ConsumptionFilter
    {
        /// <summary>Registered at or after this instant, ISO 8601 with a time zone.</summary>
        public string From { get; set; }

        /// <summary>Registered before that one.</summary>
        public string To { get; set; }

        public long? BranchId { get; set; }
        public string Reference { get; set; }
        public string Code { get; set; }

        /// <summary>How many are fetched at a time, 1 to 200. All are returned, whatever this is.</summary>
        public int? PageSize { get; set; }
    }

    [DataContract]
    public class Person
    {
        [DataMember(Name = "identificationTypeId")] public int IdentificationTypeId { get; set; }
        [DataMember(Name = "identification")] public string Identification { get; set; }
    }

    [DataContract]
    public sealed class EligibilityRequest : Person
    {
        [DataMember(Name = "branchId", EmitDefaultValue = false)] public long? BranchId { get; set; }
        [DataMember(Name = "purchaseAmount", EmitDefaultValue = false)] public decimal? PurchaseAmount { get; set; }
    }

    [DataContract]
    public sealed class Purchase : Person
    {
        [DataMember(Name = "merchantDiscountId")] public long MerchantDiscountId { get; set; }
        [DataMember(Name = "purchaseAmount")] public decimal PurchaseAmount { get; set; }

        /// <summary>Your own name of the purchase, unique: ticket, invoice, order.</summary>
        [DataMember(Name = "reference")] public string Reference { get; set; }

        [DataMember(Name = "branchId", EmitDefaultValue = false)] public long? BranchId { get; set; }

        /// <summary>Needed for a discount on a category or an article.</summary>
        [DataMember(Name = "items", EmitDefaultValue = false)] public List<Item> Items { get; set; }
    }

    [DataContract]
    public sealed class Item
    {
        [DataMember(Name = "sku")] public string Sku { get; set; }
        [DataMember(Name = "quantity")] public decimal Quantity { get; set; }
        [DataMember(Name = "unitPrice")] public decimal UnitPrice { get; set; }
    }

    [DataContract]
    public sealed class Paid
    {
        [DataMember(Name = "authorizationCode")] public string AuthorizationCode { get; set; }
        [DataMember(Name = "reference")] public string Reference { get; set; }

        /// <summary>The moment of payment, ISO 8601 with a time zone. Kept with the sale: another moment is another body.</summary>
        [DataMember(Name = "consumptionDate")] public string ConsumptionDate { get; set; }

        /// <summary>The new total, when the purchase has changed since.</summary>
        [DataMember(Name = "purchaseAmount", EmitDefaultValue = false)] public decimal? PurchaseAmount { get; set; }
    }

    [DataContract]
    public sealed class CredentialDescription
    {
        [DataMember(Name = "merchantName")] public string MerchantName { get; set; }
        [DataMember(Name = "environment")] public string Environment { get; set; }

        /// <summary>Compare it with the clock of the till.</summary>
        [DataMember(Name = "serverTime")] public string ServerTime { get; set; }

        [DataMember(Name = "credential")] public CredentialTerms Credential { get; set; }
        [DataMember(Name = "branches")] public List<Branch> Branches { get; set; }
        [DataMember(Name = "limits")] public Limits Limits { get; set; }
    }

    [DataContract]
    public sealed class CredentialTerms
    {
        [DataMember(Name = "kind")] public string Kind { get; set; }
        [DataMember(Name = "name")] public string Name { get; set; }
        [DataMember(Name = "permissions")] public List<string> Permissions { get; set; }
        [DataMember(Name = "expiresAt")] public string ExpiresAt { get; set; }
    }

    [DataContract]
    public sealed class Branch
    {
        [DataMember(Name = "id")] public long Id { get; set; }
        [DataMember(Name = "name")] public string Name { get; set; }
    }

    [DataContract]
    public sealed class Limits
    {
        [DataMember(Name = "perMinute")] public int PerMinute { get; set; }
        [DataMember(Name = "burst")] public int Burst { get; set; }
        [DataMember(Name = "missesPerMinute")] public int MissesPerMinute { get; set; }
        [DataMember(Name = "authorizationTtlSeconds")] public int AuthorizationTtlSeconds { get; set; }
    }

    [DataContract]
    public sealed class IdentificationType
    {
        [DataMember(Name = "id")] public long Id { get; set; }
        [DataMember(Name = "name")] public string Name { get; set; }
    }

    [DataContract]
    public sealed class Eligibility
    {
        [DataMember(Name = "eligible")] public bool Eligible { get; set; }
        [DataMember(Name = "collaborator")] public Collaborator Collaborator { get; set; }
        [DataMember(Name = "discounts")] public List<Offer> Discounts { get; set; }
    }

    [DataContract]
    public sealed class Collaborator
    {
        [DataMember(Name = "displayName")] public string DisplayName { get; set; }
        [DataMember(Name = "companyName")] public string CompanyName { get; set; }
    }

    [DataContract]
    public sealed class Offer
    {
        [DataMember(Name = "merchantDiscountId")] public long MerchantDiscountId { get; set; }
        [DataMember(Name = "name")] public string Name { get; set; }
        [DataMember(Name = "description")] public string Description { get; set; }
        [DataMember(Name = "discountType")] public DiscountType DiscountType { get; set; }
        [DataMember(Name = "discountValue")] public decimal DiscountValue { get; set; }
        [DataMember(Name = "scope")] public Scope Scope { get; set; }
        [DataMember(Name = "validFrom")] public string ValidFrom { get; set; }
        [DataMember(Name = "validTo")] public string ValidTo { get; set; }

        /// <summary>When <c>PurchaseAmount</c> was sent.</summary>
        [DataMember(Name = "estimatedDiscountAmount", EmitDefaultValue = false)]
        public decimal? EstimatedDiscountAmount { get; set; }
    }

    [DataContract]
    public sealed class DiscountType
    {
        [DataMember(Name = "id")] public long Id { get; set; }
        [DataMember(Name = "name")] public string Name { get; set; }

        /// <summary><c>PCT</c>, <c>AMT</c>, or another that may be added.</summary>
        [DataMember(Name = "code")] public string Code { get; set; }
    }

    [DataContract]
    public sealed class Scope
    {
        [DataMember(Name = "typeId")] public int TypeId { get; set; }
        [DataMember(Name = "name")] public string Name { get; set; }
        [DataMember(Name = "articleCategoryId")] public long? ArticleCategoryId { get; set; }
        [DataMember(Name = "articleId")] public long? ArticleId { get; set; }
    }

    [DataContract]
    public class Amounts
    {
        [DataMember(Name = "currency")] public string Currency { get; set; }
        [DataMember(Name = "purchaseAmount")] public decimal PurchaseAmount { get; set; }
        [DataMember(Name = "discountAmount")] public decimal DiscountAmount { get; set; }
        [DataMember(Name = "finalAmount")] public decimal FinalAmount { get; set; }
    }

    [DataContract]
    public class Authorization : Amounts
    {
        [DataMember(Name = "authorizationCode")] public string AuthorizationCode { get; set; }

        /// <summary><c>Authorized</c>, <c>Consumed</c>, <c>Expired</c>, <c>Released</c>, or another that may be added.</summary>
        [DataMember(Name = "status")] public string Status { get; set; }

        [DataMember(Name = "merchantDiscountId")] public long MerchantDiscountId { get; set; }
        [DataMember(Name = "reference")] public string Reference { get; set; }
        [DataMember(Name = "expiresAt")] public string ExpiresAt { get; set; }
    }

    [DataContract]
    public sealed class Standing : Authorization
    {
        [DataMember(Name = "consumption", EmitDefaultValue = false)] public Consumption Consumption { get; set; }
    }

    [DataContract]
    public class Consumption : Amounts
    {
        [DataMember(Name = "code")] public string Code { get; set; }
        [DataMember(Name = "authorizationCode")] public string AuthorizationCode { get; set; }
        [DataMember(Name = "reference")] public string Reference { get; set; }
        [DataMember(Name = "status")] public string Status { get; set; }
        [DataMember(Name = "consumptionDate")] public string ConsumptionDate { get; set; }
    }

    [DataContract]
    public sealed class ListedConsumption : Consumption
    {
        [DataMember(Name = "merchantDiscountId")] public long MerchantDiscountId { get; set; }
        [DataMember(Name = "branchId")] public long? BranchId { get; set; }
        [DataMember(Name = "registeredAt")] public string RegisteredAt { get; set; }
    }

    [DataContract]
    public sealed class Message
    {
        [DataMember(Name = "message")] public string Text { get; set; }

        /// <summary>The JSON path of what is wrong in what was sent, such as <c>items[2].sku</c>.</summary>
        [DataMember(Name = "field", EmitDefaultValue = false)] public string Field { get; set; }
    }

    internal interface IAnswer
    {
        bool IsWhole { get; }
    }

    [DataContract]
    internal sealed class Envelope<Content> : IAnswer where Content : class
    {
        [DataMember(Name = "value")] public Content Value { get; set; }
        [DataMember(Name = "meta")] public Meta Meta { get; set; }

        public bool IsWhole
        {
            get { return Value != null; }
        }
    }

    [DataContract]
    internal sealed class Meta
    {
        [DataMember(Name = "nextCursor")] public string NextCursor { get; set; }
    }

    [DataContract]
    internal sealed class Held
    {
        [DataMember(Name = "authorizationCode")] public string AuthorizationCode { get; set; }
        [DataMember(Name = "reference")] public string Reference { get; set; }
    }

    [DataContract]
    internal sealed class Issued : IAnswer
    {
        [DataMember(Name = "access_token")] public string AccessToken { get; set; }
        [DataMember(Name = "expires_in")] public double? ExpiresIn { get; set; }

        public bool IsWhole
        {
            get { return AccessToken != null; }
        }
    }

    /// <summary>An error of the API, or of the token endpoint (RFC 6749, 5.2).</summary>
    [DataContract]
    internal sealed class Problem
    {
        [DataMember(Name = "code")] public string Code { get; set; }
        [DataMember(Name = "title")] public string Title { get; set; }
        [DataMember(Name = "messages")] public List<Message> Messages { get; set; }
        [DataMember(Name = "error")] public string Error { get; set; }
        [DataMember(Name = "error_description")] public string Description { get; set; }
    }

    internal enum Kind
    {
        Token,
        Reading,
        Writing,
        KeyedWriting,
    }

    internal sealed class Question
    {
        public HttpMethod Method;
        public string Url;

        /// <summary>The method and the path, without a query.</summary>
        public string Operation;

        public Kind Kind;
        public string Key;
        public string ContentType;
        public byte[] Body;

        public bool IsWriting
        {
            get { return Kind == Kind.Writing || Kind == Kind.KeyedWriting; }
        }

        public string Advice
        {
            get
            {
                if (!IsWriting) return "No answer: ask again.";
                return Kind == Kind.Writing
                    ? "Outcome unknown: send it again."
                    : "Outcome unknown: send it again with the same key.";
            }
        }
    }

    internal sealed class Token
    {
        public readonly string Text;
        public readonly TimeSpan EndsAt;

        public Token(string text, TimeSpan endsAt)
        {
            Text = text;
            EndsAt = endsAt;
        }
    }

    /// <summary>What came of a try: a reply, or why none came.</summary>
    internal sealed class Outcome
    {
        public Reply Reply;
        public Exception Cause;
    }

    /// <summary>A clock that nobody sets.</summary>
    internal static class Clock
    {
        private static readonly Stopwatch Since = Stopwatch.StartNew();

        public static TimeSpan Now
        {
            get { return Since.Elapsed; }
        }
    }

    internal sealed class Reply
    {
        private readonly byte[] body;

        public readonly int Status;
        public readonly string RequestId;
        public readonly TimeSpan? RetryAfter;
        public readonly Problem Problem;

        /// <summary>A body that is empty stands for one that did not come whole.</summary>
        public Reply(HttpResponseMessage response, byte[] body)
        {
            this.body = body;
            Status = (int)response.StatusCode;
            RequestId = HeaderOf(response, "X-Request-Id");
            RetryAfter = RetryAfterOf(HeaderOf(response, "Retry-After") ?? "", HeaderOf(response, "Date") ?? "");
            Problem = (Status < 300 ? null : As<Problem>()) ?? new Problem();
        }

        public string Code
        {
            get { return Problem.Code ?? Problem.Error; }
        }

        public List<Message> Messages
        {
            get
            {
                var entries = Problem.Messages ?? new List<Message> { new Message { Text = Problem.Description } };
                return entries.Where(entry => entry != null && entry.Text != null).ToList();
            }
        }

        /// <summary>
        /// Whether a refusal is the caller's own fault, which a repetition does not correct. Not of this kind: too many calls (but too many
        /// wrong secrets are), a request that came too slowly (408), the service's own failures, and the answers of what stands before the
        /// service.
        /// </summary>
        public bool IsFinal
        {
            get
            {
                if (Status < 400 || Status >= 500 || Status == 408) return false;
                return Status != 429 || Problem.Error == "invalid_client";
            }
        }

        /// <summary>
        /// Whether a refusal proves that no earlier try was done: otherwise the service would have found the key and answered that try. A
        /// 401 or 403 proves nothing, since the service checks the credential before the key; and a refusal without a code is not the
        /// service's.
        /// </summary>
        public bool IsJudged
        {
            get { return Code != null && Status != 401 && Status != 403; }
        }

        public string RefusedText
        {
            get
            {
                var texts = Messages.Select(message => message.Text).ToList();
                return texts.Count == 0 ? "HTTP " + Status : string.Join(" ", texts);
            }
        }

        /// <summary>The body; null when it is no JSON object of that shape, or not whole.</summary>
        public Content As<Content>() where Content : class
        {
            try
            {
                if (!Encoding.UTF8.GetString(body).TrimStart().StartsWith("{", StringComparison.Ordinal)) return null;
                using (var text = new MemoryStream(body))
                    return (Content)new DataContractJsonSerializer(typeof(Content)).ReadObject(text);
            }
            // Of JSON that is broken the reader throws many kinds.
            catch (Exception)
            {
                return null;
            }
        }

        private static string HeaderOf(HttpResponseMessage response, string name)
        {
            IEnumerable<string> texts;
            return response.Headers.TryGetValues(name, out texts) ? texts.First() : null;
        }

        /// <summary>RFC 9110, 10.2.3: seconds, or a date, which is meant by the clock of who sent it: a till's may be wrong.</summary>
        private static TimeSpan? RetryAfterOf(string text, string date)
        {
            double seconds;
            if (Regex.IsMatch(text, @"\A[0-9]{1,9}\z") && double.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out seconds))
                return TimeSpan.FromSeconds(seconds);
            var until = MomentOf(text);
            if (until == null) return null;
            var left = until.Value - (MomentOf(date) ?? DateTimeOffset.UtcNow);
            return left > TimeSpan.Zero ? left : TimeSpan.Zero;
        }

        private static DateTimeOffset? MomentOf(string text)
        {
            DateTimeOffset moment;
            var isDate = DateTimeOffset.TryParseExact(
                text, "r", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out moment);
            return isDate ? moment : (DateTimeOffset?)null;
        }
    }
}
